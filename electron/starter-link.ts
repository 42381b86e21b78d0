import { connect } from 'node:net'

/** The environment variable that names the starter's socket to the app. */
export const STARTER_VARIABLE = 'BACKCOUNTER_STARTER'

/** What the app tells the program that started it; one JSON line each. */
export type StarterMessage =
  /** The core is being opened, which takes long where a large database is migrated. */
  | { readonly state: 'opening' }
  /** The window loads the console. */
  | { readonly state: 'showing' }
  /** The window shows the console. */
  | { readonly state: 'ready'; readonly origin: string | undefined }
  /** The window cannot show the console; the app ends. */
  | { readonly state: 'failed'; readonly reason: string }
  /** A dialog waits for an answer, so the start may take as long as it takes. */
  | { readonly state: 'asking' }
  /** Another window has this data open and is in front now. */
  | { readonly state: 'already-open' }

export interface StarterLink {
  /** Whether something started the app that can go on without its window. */
  readonly isThere: boolean
  /** Resolves once the message is on its way; never rejects. */
  tell(message: StarterMessage): Promise<void>
}

/**
 * Connects to `npm start`, which waits for the app and whose end is the app's end too. A socket, because standard
 * input and output do not reach a desktop program on every system.
 * @param address the starter's socket; undefined where the app was started by itself
 */
export function connectToStarter(address: string | undefined, onGone: () => void): StarterLink {
  if (address === undefined) return { isThere: false, tell: () => Promise.resolve() }
  const socket = connect(address)
  socket.once('close', onGone)
  // An error is followed by `close`, which says all there is to know.
  socket.on('error', () => undefined)
  return {
    isThere: true,
    tell: (message) =>
      new Promise((resolve) => socket.write(`${JSON.stringify(message)}\n`, () => resolve())),
  }
}
