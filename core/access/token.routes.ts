import formbody from '@fastify/formbody'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import { readCached } from '../database/cache.ts'
import { asCommerceError, descriptionOf, keepConnection, sayWhenToRetry, takenBy } from '../http/errors.ts'
import { Throttle } from '../http/limits/throttle.ts'
import { refuseOrigin } from '../http/local-access.ts'
import type { App, Services } from '../http/routes.ts'
import { statusOf, type ErrorKind } from '../kernel/errors.ts'
import { parseId } from '../kernel/ids.ts'
import { findToken, isOriginOf } from './access.repository.ts'
import { CONSOLE_CLIENT_ID } from './console-access.ts'
import { hashOf } from './secrets.ts'
import { TokenBody, TokenErrorBody, TokenResponse } from './token.schema.ts'
import { issueTokens, type TokenRequest } from './tokens.ts'
import { countGuess, forgetGuesses } from './wrong-guesses.ts'

/** Many programs share the one address of this machine. */
const FREE_OF_ADDRESS = 50

/** RFC 6749, sections 4.1.2.1 and 5.2. */
const errorNames: Partial<Record<ErrorKind, string>> = {
  InternalServerError: 'server_error',
  ServiceUnavailable: 'temporarily_unavailable',
  TooManyRequests: 'temporarily_unavailable',
}

/** The OAuth addresses, in a context of their own: only they take forms, and their errors are RFC 6749's. */
export async function tokenRoutes(app: App, { database, clock }: Services): Promise<void> {
  await app.register(formbody)
  const throttle = new Throttle(clock)
  /** Whether others serve the storage too, each with a throttle of its own. */
  const isShared = database.changes !== undefined

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = asCommerceError(error, takenBy(request))
    if (known.kind === 'InternalServerError') request.log.error({ err: error }, 'unexpected error')
    keepConnection(reply, known)
    sayWhenToRetry(reply, known)
    const name = errorNames[known.kind] ?? 'invalid_request'
    const error_description = known.faults.map(descriptionOf).join('; ')
    return reply.code(statusOf[known.kind]).send({ error: name, error_description })
  })

  app.post(
    '/oauth/token',
    {
      config: { holdsOrigin: true },
      schema: {
        operationId: 'createToken',
        'x-section': '5',
        summary: 'Get an access token',
        description:
          'A refresh token is good for one use; used again it ends the authorisation with all its tokens. Whoever has not ' +
          'heard the answer asks again with the same `Idempotency-Key` within an hour: as long as nothing of that answer ' +
          'was used for a renewal, new tokens take its place. The other grants take no notice of the key.',
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
      await requireOrigin(request, reply, tokenRequest.client_id)
      const result = await issueTokens(database, clock(), tokenRequest, repeatKeyOf(request))
      const address = isInjection(request.raw) ? 'window' : request.ip
      const clientId = knownForm(tokenRequest.client_id)
      const client = `${address} ${clientId}`
      if (!('error' in result)) {
        if (throttle.succeeded(client) && isShared) await forgetGuesses(database, clientId)
        // Known from now on: its program has a share of its own with its first request.
        const given = await readCached(database, findToken, hashOf(result.access_token))
        request.givenTo = given?.clientId
        return result
      }
      if (result.error === 'invalid_client' || result.error === 'invalid_grant') {
        let wait = Math.max(throttle.failed(client), throttle.failed(address, FREE_OF_ADDRESS))
        // Who is held back here is not counted elsewhere: what floods one process writes nothing.
        if (wait === 0 && isShared && clientId !== UNKNOWN)
          wait = await countGuess(database, clientId, clock())
        // Still RFC 6749's body with what is wrong: a client that looks there only is not misled.
        if (wait > 0) return reply.header('retry-after', String(wait)).code(429).send(result)
      }
      if (result.error === 'invalid_client') {
        return reply.header('www-authenticate', 'Basic realm="Backcounter"').code(401).send(result)
      }
      return reply.code(400).send(result)
    },
  )

  /** A page asks for tokens of the client that has it on its list, and of no other. @throws CommerceError Forbidden */
  async function requireOrigin(
    { pageOrigin }: FastifyRequest,
    reply: FastifyReply,
    clientId = '',
  ): Promise<void> {
    if (pageOrigin === undefined) return
    const id = parseId(clientId)
    const isOfPage = id !== undefined && (await database.read(async (db) => isOriginOf(db, id, pageOrigin)))
    if (!isOfPage) throw refuseOrigin(reply)
  }
}

const UNKNOWN = 'unknown'

/** What is kept of a client's id: whatever else comes in its place counts as one. */
const knownForm = (clientId = ''): string =>
  clientId === CONSOLE_CLIENT_ID ? clientId : (parseId(clientId) ?? UNKNOWN)

function repeatKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
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
