import formbody from '@fastify/formbody'
import type { FastifyError } from 'fastify'
import { transact } from '../database/database.ts'
import { asCommerceError } from '../http/errors.ts'
import type { App, Services } from '../http/routes.ts'
import { statusOf } from '../kernel/errors.ts'
import { TokenBody, TokenErrorBody, TokenResponse } from './token.schema.ts'
import { issueTokens, type TokenRequest } from './tokens.ts'

/** The OAuth addresses, in a context of their own: only they take forms, and their errors are RFC 6749's. */
export async function tokenRoutes(app: App, { database, clock }: Services): Promise<void> {
  await app.register(formbody)

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { kind, message } = asCommerceError(error)
    if (kind === 'InternalServerError') request.log.error({ err: error }, 'unexpected error')
    const name = kind === 'InternalServerError' ? 'server_error' : 'invalid_request'
    return reply.code(statusOf[kind]).send({ error: name, error_description: message })
  })

  app.post(
    '/oauth/token',
    {
      schema: {
        summary: 'Get an access token',
        tags: ['Authentication'],
        security: [],
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: TokenBody,
        response: { 200: TokenResponse, '4xx': TokenErrorBody, '5xx': TokenErrorBody },
      },
    },
    async (request, reply) => {
      // RFC 6749, section 5.1: nothing on the way keeps a token.
      reply.header('cache-control', 'no-store')
      const basic = basicCredentials(request.headers.authorization)
      const tokenRequest: TokenRequest = { ...request.body, ...basic }
      const result = await transact(database, async (db) => issueTokens(db, clock(), tokenRequest))
      if (!('error' in result)) return result
      if (result.error === 'invalid_client') {
        return reply.header('www-authenticate', 'Basic realm="Backcounter"').code(401).send(result)
      }
      return reply.code(400).send(result)
    },
  )
}

/** RFC 6749, section 2.3.1: both parts are form-encoded inside HTTP Basic. */
function basicCredentials(
  header: string | undefined,
): Pick<TokenRequest, 'client_id' | 'client_secret'> | undefined {
  const encoded = /^Basic +([\w+/-]+=*) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  try {
    return { client_id: decodeURIComponent(id), client_secret: decodeURIComponent(secret.join(':')) }
  } catch {
    return { client_id: id, client_secret: secret.join(':') }
  }
}
