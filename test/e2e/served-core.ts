import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runCommand } from '../../core/cli/program.ts'
import { CONSOLE_DIR } from '../../core/cli/serve.ts'
import { logBeside } from '../../core/http/logging.ts'
import { environment, MAIN } from '../support/main.ts'
import { openCoreIn } from '../support/open-core.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The core on a data folder of its own, as a user runs it. */
export interface ServedCore {
  /** Such as `http://127.0.0.1:41234`. */
  readonly api: string
  /** Opens the console once. */
  readonly console: string
  readonly dataDir: string
  /** The process that it runs in. */
  readonly pid: number
  /** Ends it at once, as a power cut would: only a process of its own can be. */
  kill(): Promise<void>
  /** Ends it as a user would. @returns the exit code of a process of its own */
  stop(): Promise<number | null>
}

/** A data folder for one test file. */
export const makeDataDir = async (): Promise<string> => mkdtemp(join(tmpdir(), 'backcounter-e2e-'))

export const removeDataDir = async (dir: string): Promise<void> => rm(dir, { recursive: true, force: true })

/** Starts `serve` on the built console and a free port, and waits until it answers; `options` have the last word. */
export async function serveCore(dataDir: string, ...options: string[]): Promise<ServedCore> {
  const child = spawn(
    process.execPath,
    [MAIN, 'serve', '--json', '--port', '0', '--data', dataDir, ...options],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env: environment },
  )
  const exited = once(child, 'exit') as Promise<[number | null]>
  const ready = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(
      ([line]) => JSON.parse(String(line)) as Ready,
    ),
    exited.then(([code]) =>
      Promise.reject(new Error(`The core ended with ${String(code)} before it was ready.`)),
    ),
  ])
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    ...ready,
    dataDir,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: async () => end('SIGTERM'),
  }
}

interface Ready {
  readonly api: string
  readonly pid: number
  readonly console: string
}

/**
 * The same core within this process, which has run it for the files before: no start, no code that is compiled anew, less
 * than half of the work. For whatever does not end it.
 */
export async function openCoreHere(dataDir: string): Promise<ServedCore> {
  const core = await openCoreIn({ dataDir, consoleDir: CONSOLE_DIR, logger: logBeside(dataDir) })
  const api = await core.listen(0)
  return {
    api,
    console: `${api}${await core.consolePath()}`,
    dataDir,
    pid: process.pid,
    kill: async () =>
      Promise.reject(new Error('Only a process can be killed: say `isProcess` where the counter is opened.')),
    stop: async () => {
      await core.close()
      return null
    },
  }
}

/** Runs a command of the command line and reads its JSON line; also where it fails. */
export async function runCli<T>(...parameters: string[]): Promise<T> {
  let line = ''
  const stdout = { write: (text: string | Uint8Array) => (line += text.toString()) !== '' }
  await runCommand([...parameters, '--json'], { stdout, stderr: process.stderr })
  return JSON.parse(line) as T
}

/** Whether the core answers. */
export const isServed = async ({ api }: Pick<ServedCore, 'api'>): Promise<boolean> =>
  fetch(`${api}/api/v1/health`).then(
    () => true,
    () => false,
  )
