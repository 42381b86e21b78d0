import type { App, Services } from '../http/routes.ts'
import { connect, refuseToConnect } from './connect.ts'
import { ConnectQuery, NoContent, TokenErrorBody } from './token.schema.ts'

/** Where a program with pages of its own sends a browser to get an authorization code (RFC 6749, section 4.1). */
export function connectRoutes(app: App, { database, clock }: Services): void {
  app.get(
    '/oauth/connect',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'connect',
        'x-section': '5',
        summary: 'Get an authorization code',
        description:
          'Redirects to the given address, which must be one of the client, with a code that is valid for one minute ' +
          'and is exchanged with the secret of the client and the same `redirect_uri`. With a `code_challenge` by S256 ' +
          '(RFC 7636) the exchange needs its `code_verifier` too. What is wrong is told to that ' +
          'address as `error`; where client or address are wrong, nothing is sent there and the answer is 400.',
        tags: ['Authentication'],
        security: [],
        querystring: ConnectQuery,
        response: { 302: NoContent, '4xx': TokenErrorBody, '5xx': TokenErrorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      // A refusal waits for nobody who writes.
      const refusal = await database.read(async (db) => refuseToConnect(db, request.query))
      const result = refusal ?? (await database.transact(async (db) => connect(db, clock(), request.query)))
      return 'location' in result ? reply.redirect(result.location, 302) : reply.code(400).send(result)
    },
  )
}
