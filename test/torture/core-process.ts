import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MAIN } from '../support/main.ts'

/** Longer than any command takes on a busy machine. */
const PATIENCE_SECONDS = 60

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command of the command line that runs as a process of its own. */
export interface Command {
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<Ended>
  /** Resolves with its first line, or with undefined where it ended without one. */
  readonly firstLine: Promise<string | undefined>
  /** SIGKILL. */
  kill(): Promise<Ended>
  /** SIGTERM. */
  stop(): Promise<Ended>
  isRunning(): boolean
}

const running = new Set<ChildProcess>()
const compiled = mkdtempSync(join(tmpdir(), 'backcounter-torture-code-'))
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(compiled, { recursive: true, force: true })
})

/** Ends whatever still runs. */
export async function killAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL')
      await once(child, 'close')
    }),
  )
}

/** Starts a command of the command line with `--json`. */
export function command(args: readonly string[], more: Readonly<Record<string, string>> = {}): Command {
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      // Under npm the core ends with its parent; without it, it would outlive a killed test.
      npm_lifecycle_event: 'torture',
      ...more,
    },
  })
  running.add(child)
  const ended = endOf(child)
  const lines = createInterface({ input: child.stdout })
  const end = async (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  return {
    ended,
    firstLine: Promise.race([
      once(lines, 'line').then(([line]) => String(line)),
      ended.then(({ stdout }) => stdout.split('\n', 1)[0] || undefined),
    ]),
    kill: async () => end('SIGKILL'),
    stop: async () => end('SIGTERM'),
    isRunning: () => running.has(child),
  }
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  running.delete(child)
  return { code, signal, ...text }
}

/** Runs a command to its end. @throws where it does not end in time */
export async function run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended> {
  const started = command(args, more)
  const timer = setTimeout(() => void started.kill(), PATIENCE_SECONDS * 1000)
  const ended = await started.ended
  clearTimeout(timer)
  if (ended.signal !== null) throw new Error(`${args.join(' ')} did not end in ${PATIENCE_SECONDS} seconds.`)
  return ended
}
