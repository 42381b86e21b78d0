import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpClient } from '../load/client.ts'
import { readShop } from '../shop.ts'
import { run, serve, type Child } from './child.ts'
import type { Server, Started } from './server.ts'

const CLI = join(import.meta.dirname, '../../../core/cli/main.ts')
/** Longer than any run. */
const TOKEN_SECONDS = '86400'

interface CoreChoice {
  /** Where the process leaves a CPU profile when it ends. */
  readonly profileDir?: string | undefined
}

/**
 * Our core as a local program meets it: demo shop, client and server through the command line, a token of the token
 * endpoint.
 */
export async function startCore(dir: string, { profileDir }: CoreChoice = {}): Promise<Server> {
  const data = join(dir, 'core')
  const copy = join(dir, 'core-copy')
  await run([CLI, 'demo', '--data', data, '--json'])
  const credentials = await createClient(data)
  await cp(data, copy, { recursive: true })
  const { child, connect } = await startServing(data, credentials, profileDir)
  const client = await connect()
  return {
    name: 'core',
    pid: child.pid,
    client,
    shop: await readShop(client),
    startAnother: async () => startServing(copy, credentials),
  }
}

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

const createClient = async (data: string): Promise<Credentials> =>
  (await run([
    ...[CLI, 'client', 'create', '--data', data, '--json', '--store', 'harbour', '--name', 'Benchmark'],
    ...['--scope', 'storefront staff', '--token-seconds', TOKEN_SECONDS],
  ])) as Credentials

async function startServing(data: string, credentials: Credentials, profileDir?: string): Promise<Started> {
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir]
  const child = await serve([...profiling, CLI, 'serve', '--data', data, '--json', '--port', '0'])
  return {
    child,
    connect: async () => new HttpClient(child.origin, await tokenOf(child, credentials)),
  }
}

async function tokenOf({ origin }: Child, { clientId, clientSecret }: Credentials): Promise<string> {
  const client = new HttpClient(origin)
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = await client.post<{ access_token: string }>('/oauth/token', body)
  client.close()
  return access_token
}
