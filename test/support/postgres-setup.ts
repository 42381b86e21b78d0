import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { ServerNote } from './postgres-server.ts'

const SERVER = fileURLToPath(new URL('postgres-server.ts', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for the address of the one PostgreSQL server of this run. */
    readonly postgresPort: number
  }
}

/** A server as a process of its own, which ends when this one does. */
export interface TestServer extends ServerNote {
  /** Stops it as a crash does, and starts it again. Resolves when it takes connections. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** @param args `--durable` where what is committed has to outlive a crash of the system */
export async function startPostgres(...args: readonly string[]): Promise<TestServer> {
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(async () => Promise.reject(new Error('PostgreSQL has ended.')))
  // Whoever waits for a line hears of it.
  ended.catch(() => undefined)
  const nextLine = async (): Promise<string> => {
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    return line
  }
  return {
    ...(JSON.parse(await nextLine()) as ServerNote),
    crash: async () => {
      child.stdin.write('crash\n')
      await nextLine()
    },
    stop: async () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.stdin?.end()
  await ended
}

/**
 * Vitest's global setup for tests on PostgreSQL. The server is started when the first of them asks, and serves all of
 * them: workers learn its address at a port of this process.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TestServer> | undefined
  const desk = createServer((socket) => {
    starting ??= startPostgres()
    starting.then(({ url }) => socket.end(url)).catch(() => socket.destroy())
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  provide('postgresPort', (desk.address() as AddressInfo).port)
  return async () => {
    desk.close()
    await (await starting)?.stop()
  }
}
