import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addBackup, backupsDir, listBackups } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { buildIfStale } from '../../../electron/start/build.ts'
import { HttpClient } from '../load/client.ts'
import { STORE } from '../prepared/file.ts'
import { readShop } from '../shop.ts'
import { run, serve, type Child } from './child.ts'
import type { PreparedCore, Server, Started } from './server.ts'

/** This checkout. */
export const OURS = join(import.meta.dirname, '../../..')
const builtCli = (checkout: string): string => join(checkout, 'out/main/cli.js')

/** The command line as a user starts it: the built one, where the build has one. */
export const cli = (checkout = OURS): string =>
  existsSync(builtCli(checkout)) ? builtCli(checkout) : join(checkout, 'core/cli/main.ts')

/**
 * Brings what is measured up to date with its sources.
 * @param needsConsole whether the console is measured, which is always a build
 */
export async function build(needsConsole: boolean): Promise<void> {
  if (needsConsole || existsSync(builtCli(OURS))) await buildIfStale(OURS, (line) => console.error(line))
}

/** Longer than any run, in milliseconds. */
const HALF_A_DAY = 43_200_000
/** Longer than any run. */
const TOKEN_SECONDS = '86400'

/** Where a core keeps what it needs for a run. */
interface Places {
  readonly dir: string
  /** Where the process leaves a CPU profile when it ends. */
  readonly profileDir: string | undefined
}

/**
 * A core as a local program meets it: demo shop, client and server through the command line, a token of the token
 * endpoint.
 * @param checkout whose core it is
 */
export async function startCore(
  name: string,
  checkout: string,
  { dir, profileDir }: Places,
): Promise<Server> {
  const data = join(dir, 'core')
  const copy = join(dir, 'core-copy')
  await run([cli(checkout), 'demo', '--data', data, '--json'])
  await makeClient(data, checkout)
  await backUpToday(data)
  await cp(data, copy, { recursive: true })
  const { child, connect } = await startServing(data, checkout, profileDir)
  const client = await connect()
  return {
    name,
    pid: child.pid,
    client,
    shop: await readShop(client),
    startAnother: async () => startServing(copy, checkout),
  }
}

/** A core on a data folder that was prepared; it gets its client when it is first served. */
export async function startPreparedCore(name: string, dataDir: string): Promise<PreparedCore> {
  if (!existsSync(credentialsFile(dataDir))) await makeClient(dataDir)
  await backUpToday(dataDir)
  const { child, connect } = await startServing(dataDir)
  return { name, pid: child.pid, client: await connect(), dataDir }
}

/** A core that has its backup of the day makes none while something else is measured. Those of other days are not kept. */
async function backUpToday(dataDir: string): Promise<void> {
  const now = new Date()
  const [newest] = listBackups(dataDir)
  if (newest && now.getTime() - newest.date.getTime() < HALF_A_DAY) return
  await rm(backupsDir(dataDir), { recursive: true, force: true })
  await addBackup(dataDir, now)
}

/** What a client signs in with. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Registers the client of the benchmark; what it signs in with is kept beside the data. */
async function makeClient(dataDir: string, checkout = OURS): Promise<void> {
  const credentials = await run([
    ...[
      cli(checkout),
      'client',
      'create',
      '--data',
      dataDir,
      '--json',
      '--store',
      STORE,
      '--name',
      'Benchmark',
    ],
    ...['--scope', 'storefront staff', '--token-seconds', TOKEN_SECONDS],
  ])
  await writeFile(credentialsFile(dataDir), JSON.stringify(credentials), { mode: 0o600 })
}

const credentialsFile = (dataDir: string): string => join(dataDir, 'client.json')

async function startServing(dataDir: string, checkout = OURS, profileDir?: string): Promise<Started> {
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir]
  const child = await serve([
    ...profiling,
    cli(checkout),
    'serve',
    '--data',
    dataDir,
    '--json',
    '--port',
    '0',
  ])
  return {
    child,
    connect: async () => {
      const credentials = JSON.parse(await readFile(credentialsFile(dataDir), 'utf8')) as Credentials
      return new HttpClient(child.origin, await tokenOf(child, credentials))
    },
  }
}

/** @returns an access token of the token endpoint */
export async function tokenOf({ origin }: Child, { clientId, clientSecret }: Credentials): Promise<string> {
  const client = new HttpClient(origin)
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = await client.post<{ access_token: string }>('/oauth/token', body)
  client.close()
  return access_token
}
