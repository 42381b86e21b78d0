import { isShared } from './sign-in.ts'

/** How the stream is: not open, not to be had because the core is away, or open, with a name that no other one has. */
export type StreamState = 'closed' | 'away' | `open ${string}`

/** What the window that has the stream tells of it. */
export type Told<Change> = { readonly stream: StreamState } | { readonly change: Change }

export interface StreamPart<Change> {
  /** Reads streams until it is told to end. @param tell tells all windows, this one too */
  readonly read: (tell: (told: Told<Change>) => void, signal: AbortSignal) => Promise<void>
  readonly hear: (told: Told<Change>) => void
}

/** A window that has come asks how the stream is. */
const ASKED = 'asked'
/** Why a window waits for its turn no longer. */
const SILENCE = 'silence'

/** So often the window that has the stream says how it is. */
const SAID_EVERY_MS = 1000
/** After so much silence, and up to as much again, another window takes it over: the one that had it hangs, or shows a dialog of the browser. */
const SILENT_MS = 3000

/**
 * Takes part in the one stream of all windows of this browser that look at the same store, until it is aborted: a browser
 * has six connections to a core, and a stream keeps one of them. Who holds a lock reads it and tells the others; when that
 * window is closed, or crashes, the browser gives the lock to the next one.
 * @param name of the lock, and of the channel
 */
export async function shareStream<Change>(
  name: string,
  { read, hear }: StreamPart<Change>,
  signal: AbortSignal,
): Promise<void> {
  if (!isShared()) return read(hear, signal)
  const channel = new BroadcastChannel(name)
  /** What is told where the stream is read here. */
  let state: StreamState | undefined
  let turn = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined

  function heed(): void {
    clearTimeout(silence)
    // Not all of them at once.
    silence = setTimeout(() => turn.abort(SILENCE), SILENT_MS * (1 + Math.random()))
  }

  async function readInTurn(mine: AbortSignal): Promise<void> {
    clearTimeout(silence)
    const tell = (told: Told<Change>): void => {
      if (mine.aborted) return
      if ('stream' in told) state = told.stream
      hear(told)
      channel.postMessage(told)
    }
    tell({ stream: 'closed' })
    const saying = setInterval(() => channel.postMessage({ stream: state }), SAID_EVERY_MS)
    await Promise.race([read(tell, mine), whenAborted(mine)])
    clearInterval(saying)
    state = undefined
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Told<Change> | typeof ASKED>) => {
    if (state !== undefined) {
      if (data === ASKED) channel.postMessage({ stream: state })
      return
    }
    if (data === ASKED) return
    heed()
    hear(data)
  })
  signal.addEventListener('abort', () => turn.abort())

  while (!signal.aborted) {
    const isSilent = turn.signal.reason === SILENCE
    turn = new AbortController()
    const mine = turn.signal
    heed()
    channel.postMessage(ASKED)
    const how = isSilent ? { steal: true } : { signal: mine }
    // It fails where another window has taken the lock over, or it is wanted no more.
    await navigator.locks.request(name, how, async () => readInTurn(mine)).catch(() => undefined)
    turn.abort()
  }
  clearTimeout(silence)
  channel.close()
}

const whenAborted = async (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
