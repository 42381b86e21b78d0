import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../core/cli/program.ts'
import { environment, MAIN } from './main.ts'
import { asNobody } from './other-user.ts'

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of the command line to its end, as its process does but within this one: most of a start is loading. */
export async function run(...args: readonly string[]): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  const into = (stream: keyof typeof text) => ({
    write: (chunk: string | Uint8Array) => {
      text[stream] += chunk.toString()
      return true
    },
  })
  const code = await runCommand(args, { stdout: into('stdout'), stderr: into('stderr') })
  return { code, signal: null, ...text }
}

/** The same as a process of its own, for what only a process can show. */
export async function runProcess(...args: readonly string[]): Promise<Ended> {
  return endOf(start(args))
}

/** The same, for whoever ends it in the middle. */
export function begin(...args: readonly string[]): Pick<Serving, 'child' | 'ended'> {
  const child = start(args)
  return { child, ended: endOf(child) }
}

/** The same as a user who is not root. */
export async function runAsNobody(...args: readonly string[]): Promise<Ended> {
  return endOf(start(args, 'pipe', asNobody))
}

/** The same where nobody reads what it says on standard output. */
export async function runUnread(...args: readonly string[]): Promise<Ended> {
  const child = start(args)
  child.stdout?.destroy()
  return endOf(child)
}

/** The same where standard output is a file on a full disk. */
export async function runOnFullDisk(...args: readonly string[]): Promise<Ended> {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  return endOf(start(args, full))
}

/** A core that runs in a process of its own. */
export interface Serving {
  readonly child: ChildProcess
  readonly ready: {
    readonly ready: true
    readonly api: string
    /** Null where the console is not built. */
    readonly console: string | null
    readonly pid: number
  }
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<Ended>
}

/** `serve --json` on a free port; killed after the test where it still runs. */
export async function serve(dataDir: string, ...more: readonly string[]): Promise<Serving> {
  return readyOf(start(serveArgs(dataDir, more)))
}

/** The same as a user who is not root. */
export const serveAsNobody = async (dataDir: string): Promise<Serving> =>
  readyOf(start(serveArgs(dataDir), 'pipe', asNobody))

const serveArgs = (dataDir: string, more: readonly string[] = []): readonly string[] => [
  ...['serve', '--json', '--port', '0', '--data', dataDir],
  ...more,
]

async function readyOf(child: ChildProcess): Promise<Serving> {
  const ended = endOf(child)
  const line = await Promise.race([
    firstLine(child),
    ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ])
  return { child, ready: JSON.parse(line) as Serving['ready'], ended }
}

/** The same on the database of a server. @param dataDir the desk's own folder */
export const serveAt = async (address: string, dataDir: string): Promise<Serving> =>
  serve(dataDir, '--database', address)

function start(
  args: readonly string[],
  stdout: 'pipe' | number = 'pipe',
  as: Pick<SpawnOptions, 'uid' | 'gid'> = {},
): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', stdout, 'pipe'],
    env: environment,
    ...as,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, ...text }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no standard output.')
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return line
}
