import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { App, Services } from '../http/routes.ts'
import type { Room } from '../http/room.ts'
import { sweepAccessTokens, sweepCodes, sweepRefreshTokens } from './access.repository.ts'
import { sweepApprovals } from './approval.repository.ts'
import { clientRoutes } from './client.routes.ts'
import * as schema from './client.schema.ts'
import { consoleLinkRoutes } from './console-link.routes.ts'
import * as consoleLink from './console-link.schema.ts'
import { localApiRoutes } from './local-api.routes.ts'
import * as localApi from './local-api.schema.ts'
import { connectRoutes } from './connect.routes.ts'
import { tokenRoutes } from './token.routes.ts'
import * as token from './token.schema.ts'
import { sweepGuesses } from './wrong-guesses.ts'
import type {} from './access.table.ts'
import type {} from './staff.table.ts'

/** Programs of others, and their tokens. */
export const access = {
  routes: [clientRoutes, localApiRoutes, consoleLinkRoutes, oauthRoutes],
  tables: [
    'clients',
    'client_redirect_uris',
    'client_origins',
    'client_uses',
    'grants',
    'authorization_codes',
    'access_tokens',
    'refresh_tokens',
    'wrong_guesses',
    'approvals',
    'staff',
  ],
  cached: ['clients', 'client_redirect_uris', 'client_origins', 'staff'],
  cachedByKey: ['grants'],
  cachedForGood: ['access_tokens'],
  schemas: [schema, localApi, consoleLink, token],
  sweeps: [sweepAccessTokens, sweepRefreshTokens, sweepCodes, sweepGuesses, sweepApprovals],
} as const satisfies Room

/** In a context of their own: only they take forms, and their errors are RFC 6749's. */
async function oauthRoutes(app: App, services: Services): Promise<void> {
  await app.register(async (own) => {
    const typed = own.withTypeProvider<TypeBoxTypeProvider>()
    await tokenRoutes(typed, services)
    connectRoutes(typed, services)
  })
}
