import { overSocket } from '../support/caller.ts'
import { Clerk } from '../support/clerk.ts'
import type { StoreCode } from '../support/demo-template.ts'
import { runCli, type ServedCore } from './served-core.ts'

/** A local program beside the console: asks the same core over HTTP with a token of its own. */
export async function localProgram(
  { api, dataDir }: Pick<ServedCore, 'api' | 'dataDir'>,
  scope = 'staff',
  store: StoreCode = 'harbour',
): Promise<Clerk> {
  const { clientId, clientSecret } = await runCli<{ clientId: string; clientSecret: string }>(
    ...['client', 'create', '--data', dataDir, '--store', store],
    ...['--name', 'Till', '--scope', scope, '--token-seconds', '3600'],
  )
  const answer = await fetch(`${api}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return new Clerk(overSocket(api), { authorization: `Bearer ${token}` }, store)
}
