import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '../load/client.ts'
import { readShop } from '../shop.ts'
import { run, serve, type Child } from './child.ts'
import type { Server } from './server.ts'

const CLI = join(import.meta.dirname, '../../../core/cli/main.ts')
/** Longer than any run. */
const TOKEN_SECONDS = '86400'

/**
 * Our core as a local program meets it: demo shop, client and server through the command line, a token of the token
 * endpoint.
 * @param profileDir where the process leaves a CPU profile when it ends
 */
export async function startCore(dir: string, profileDir: string | undefined): Promise<Server> {
  const data = join(dir, 'core')
  const copy = join(dir, 'core-copy')
  await run([CLI, 'demo', '--data', data, '--json'])
  const created = await run([
    ...[CLI, 'client', 'create', '--data', data, '--json', '--store', 'harbour', '--name', 'Benchmark'],
    ...['--scope', 'storefront staff', '--token-seconds', TOKEN_SECONDS],
  ])
  await cp(data, copy, { recursive: true })

  const profiling = profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir]
  const child = await serve([...profiling, ...serveCommand(data)])
  const client = new Client(child.origin, await tokenOf(child, created as Credentials))
  return {
    name: 'core',
    child,
    client,
    shop: await readShop(client),
    startAnother: async () => serve(serveCommand(copy)),
  }
}

const serveCommand = (data: string): string[] => [CLI, 'serve', '--data', data, '--json', '--port', '0']

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

async function tokenOf({ origin }: Child, { clientId, clientSecret }: Credentials): Promise<string> {
  const client = new Client(origin)
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { access_token } = await client.post<{ access_token: string }>('/oauth/token', body)
  client.close()
  return access_token
}
