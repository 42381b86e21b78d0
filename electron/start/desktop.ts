import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { STARTER_VARIABLE, type StarterMessage } from '../starter-link.ts'
import { whyNoDisplay } from './display.ts'
import { findElectron, type ElectronSearch } from './find-electron.ts'
import { openStarterSocket, type StarterSocket } from './starter-socket.ts'
import type { StartContext } from './start-context.ts'

/** How long the app is waited for, in milliseconds. */
export interface DesktopTimes {
  /** To its first word, and for its window to the console, before the browser has to do. */
  readonly patience: number
  /** For its end when asked, before it is insisted on. */
  readonly grace: number
}

const TIMES: DesktopTimes = { patience: 30_000, grace: 8000 }

/**
 * Runs the desktop app until it ends.
 * @returns why there is none here, or undefined where it ran
 */
export async function runDesktop(context: StartContext, times = TIMES): Promise<string | undefined> {
  const search = await findDesktop(context)
  if ('reason' in search) return search.reason
  if (context.stop.aborted) return undefined

  const socket = await openStarterSocket()
  try {
    return await runApp(search.executable, socket, context, times)
  } finally {
    socket.close()
  }
}

async function findDesktop({ env, isRoot, root, say }: StartContext): Promise<ElectronSearch> {
  const platform = process.platform
  // Its sandbox is never switched off: a fault of the page would then be one of the whole system.
  if (isRoot) return { reason: 'it does not run as root' }
  const reason = await whyNoDisplay(env, platform)
  if (reason !== undefined) return { reason }
  return findElectron({ env, platform, packageDir: join(root, 'node_modules/electron'), say })
}

async function runApp(
  executable: string,
  socket: StarterSocket,
  { dataDir, database, env, port, root, say, stop }: StartContext,
  { patience, grace }: DesktopTimes,
): Promise<string | undefined> {
  const app = spawn(executable, [root, `--data=${dataDir}`, `--port=${port}`], {
    env: {
      ...env,
      ELECTRON_RUN_AS_NODE: undefined,
      [STARTER_VARIABLE]: socket.address,
      // Arguments of a program are seen by everybody on the machine, and there may be a password in it.
      BACKCOUNTER_DATABASE: database,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = tailOf(app.stderr)
  const ended = endOf(app)
  const end = (): void => endApp(app, socket, grace)
  stop.addEventListener('abort', end, { once: true })

  const isStopped = (): boolean => stop.aborted

  const start = await Promise.race([followStart(socket, patience), ended])
  if ('failure' in start) end()
  if ('last' in start) {
    const { last } = start
    if (last.state === 'already-open') say('Backcounter is open already; its window is in front now.')
    else say('Backcounter is open in its own window. Closing it ends this command.')
    if (last.state === 'ready' && last.origin !== undefined) {
      say(`Local programs reach it at ${last.origin}/api/v1`)
    }
  }
  const { code } = await ended
  if (isStopped()) return undefined
  if ('failure' in start) return start.failure
  if (code === 0) return undefined
  if ('code' in start) return `Electron ended at once (${errors() || String(code)})`
  // With 1 it ends by itself and has told why; with anything else the system or Chromium has ended it.
  if (code === 1) throw new Error(`The desktop app ended with ${code}. ${errors()}`)
  return `Electron ended with ${String(code)}`
}

type StartOutcome =
  | { readonly last: Extract<StarterMessage, { state: 'already-open' | 'ready' }> }
  | { readonly failure: string }

/** Follows the app until a window shows the console, or will not. */
async function followStart(socket: StarterSocket, patience: number): Promise<StartOutcome> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout
    const wait = (what: string): void => {
      const failure = `its window ${what} for ${patience / 1000} seconds`
      timer = setTimeout(resolve, patience, { failure }).unref()
    }
    wait('did not appear')
    socket.onMessage((message) => {
      clearTimeout(timer)
      if (message.state === 'showing') wait('stayed blank')
      if (message.state === 'failed') resolve({ failure: `its window failed: ${message.reason}` })
      if (message.state === 'ready' || message.state === 'already-open') resolve({ last: message })
      // Opening may migrate a large database, and asking waits for a person: both take as long as they take.
    })
  })
}

/** Asks the app to end, as closing its window would, and insists after a while. */
function endApp(app: ChildProcess, socket: StarterSocket, grace: number): void {
  socket.close()
  setTimeout(() => app.kill('SIGKILL'), grace).unref()
}

interface End {
  readonly code: number | NodeJS.Signals | null
}

function endOf(app: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    app.once('error', () => resolve({ code: null }))
    app.once('exit', (code, signal) => resolve({ code: code ?? signal }))
  })
}

/** The last line that the app has written about errors. */
function tailOf(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-4000)))
  return () => text.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
}
