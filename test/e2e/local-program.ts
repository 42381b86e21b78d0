import { TokenResponse } from '../../core/access/token.schema.ts'
import { Caller, overSocket } from '../support/caller.ts'
import { Clerk } from '../support/clerk.ts'
import type { StoreCode } from '../support/demo-template.ts'
import { register } from '../support/data.ts'
import type { ServedCore } from './served-core.ts'

/** A local program beside the console: asks the same core over HTTP with a token of its own. */
export async function localProgram(
  { api, dataDir }: Pick<ServedCore, 'api' | 'dataDir'>,
  scope = 'staff',
  store: StoreCode = 'harbour',
): Promise<Clerk> {
  const { clientId, clientSecret } = await register(
    dataDir,
    { name: 'Till', scope, tokenSeconds: 3600 },
    store,
  )
  const transport = overSocket(api)
  const answer = await new Caller(transport).post('/oauth/token', 'grant_type=client_credentials', {
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  const { access_token: token } = answer.ok(TokenResponse)
  return new Clerk(transport, { authorization: `Bearer ${token}` }, store)
}
