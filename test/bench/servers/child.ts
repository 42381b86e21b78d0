import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const STOP_SECONDS = 10

/** A server in a process of its own. */
export interface Child {
  readonly pid: number
  readonly origin: string
  /** Opens its console once, where it has one. */
  readonly consoleUrl: string | undefined
  /** Asks it to end, and makes it where it does not. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// However this process ends, nothing stays behind it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs a script of Node to its end. @returns the JSON of its one line */
export async function run(args: readonly string[]): Promise<unknown> {
  const child = start(args)
  const line = await firstLine(child)
  await ended(child)
  if (child.exitCode !== 0) throw new Error(`node ${args.join(' ')} failed: ${line}`)
  return JSON.parse(line)
}

/** Starts a server that says on its first line where it listens: `{"ready":true,"api":"http://…","pid":1}`. */
export async function serve(args: readonly string[]): Promise<Child> {
  const child = start(args)
  const ready = JSON.parse(await firstLine(child)) as { api?: string; console?: string; pid?: number }
  const { api, pid } = ready
  if (api === undefined || pid === undefined) throw new Error(`node ${args.join(' ')} did not start.`)
  return { pid, origin: api, consoleUrl: ready.console, stop: async () => stop(child) }
}

function start(args: readonly string[]): ChildProcess {
  // Under npm the core ends with its parent; without it, it would outlive a killed benchmark.
  const env = { ...process.env, npm_lifecycle_event: 'bench' }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no output.')
  const lines = createInterface(child.stdout)
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?]
  if (line === undefined) throw new Error('The process ended without a word.')
  return line
}

/** Ends every process that is still there. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop))
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
  await ended(child)
  clearTimeout(timer)
}

async function ended(child: ChildProcess): Promise<void> {
  if (running.has(child)) await once(child, 'close')
}
