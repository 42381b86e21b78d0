import { timingSafeEqual } from 'node:crypto'
import type { Engine, ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { timestamp } from '../kernel/clock.ts'
import { parseId } from '../kernel/ids.ts'
import {
  findClient,
  findRefreshToken,
  holdClient,
  insertAccessToken,
  insertGrant,
  insertRefreshToken,
  noteSuccessor,
  revokeGrant,
  useRefreshToken,
} from './access.repository.ts'
import { meetsChallenge } from './code-challenge.ts'
import { CONSOLE_CLIENT_ID } from './console-access.ts'
import { narrowScope } from './scopes.ts'
import { hashOf } from './secrets.ts'

/** A day off the counter does not log anybody out; a month does. */
const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600
/** So long an answer to a renewal that was not heard can be asked for again: a core that fell over is back by then. */
const REPEAT_SECONDS = 3600

export interface TokenRequest {
  readonly grant_type?: string | undefined
  readonly client_id?: string | undefined
  readonly client_secret?: string | undefined
  readonly scope?: string | undefined
  readonly code?: string | undefined
  readonly code_verifier?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly refresh_token?: string | undefined
}

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
  readonly refresh_token?: string
}

/** RFC 6749, section 5.2. */
export interface TokenRefusal {
  readonly error:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'unauthorized_client'
    | 'unsupported_grant_type'
    | 'invalid_scope'
  readonly error_description: string
}

type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>

/** What a request is to be answered with, and what goes with it into the file. */
type Ruling =
  | {
      readonly refusal: TokenRefusal
      /** The authorisation that ends with it. */
      readonly revokes?: string | undefined
    }
  | {
      readonly client: Client
      readonly scope: string
      /** Notes that a code or refresh token is used up. Client credentials are good for ever. */
      readonly use?: (db: WriteDb) => Promise<UsedUp>
    }

interface UsedUp {
  /** The authorisation that the new tokens belong to. */
  readonly grantId: string
  /** The refresh token that a new one takes the place of. */
  readonly refreshTokenHash?: string
}

const refuse = (error: TokenRefusal['error'], error_description: string, revokes?: string): Ruling => ({
  refusal: { error, error_description },
  revokes,
})

/**
 * OAuth 2.0 token endpoint: client credentials, authorization code (the console's launch code too), refresh. What is
 * refused waits for nobody who writes, unless the refusal ends an authorisation.
 * @param repeatKey the `Idempotency-Key` of the request: whoever has not heard the answer to a refresh asks again with it
 */
export async function issueTokens(
  database: Pick<Engine, 'read' | 'transact'>,
  now: Date,
  request: TokenRequest,
  repeatKey?: string,
): Promise<TokenAnswer | TokenRefusal> {
  const seen = await database.read(async (db) => rule(db, now, request, repeatKey))
  if ('refusal' in seen && seen.revokes === undefined) return seen.refusal
  const clientId = parseId(request.client_id ?? '')
  return database.transact(async (db) => {
    // What is given by a secret ends with it: whoever gives the client another one ends this, too, or comes first.
    if (clientId !== undefined) await holdClient(db, clientId)
    // Another request may have come between.
    const ruling = await rule(db, now, request, repeatKey)
    if (!('refusal' in ruling)) return answer(db, now, ruling.client, ruling.scope, await ruling.use?.(db))
    if (ruling.revokes !== undefined) await revokeGrant(db, ruling.revokes, now)
    return ruling.refusal
  })
}

async function rule(
  db: ReadDb,
  now: Date,
  request: TokenRequest,
  repeatKey: string | undefined,
): Promise<Ruling> {
  switch (request.grant_type) {
    case undefined:
      return refuse('invalid_request', 'grant_type is missing.')
    case 'client_credentials':
      return clientCredentials(db, request)
    case 'authorization_code':
      return authorizationCode(db, now, request)
    case 'refresh_token':
      return refreshToken(db, now, request, repeatKey)
    default:
      return refuse(
        'unsupported_grant_type',
        'grant_type is client_credentials, authorization_code or refresh_token.',
      )
  }
}

async function clientCredentials(db: ReadDb, request: TokenRequest): Promise<Ruling> {
  const client = await provenClient(db, request)
  if (!client) return unknownClient
  const scope = narrowScope(client.scope, request.scope)
  if (scope === undefined) return refuse('invalid_scope', 'The client does not have this scope.')
  return { client, scope }
}

async function authorizationCode(db: ReadDb, now: Date, request: TokenRequest): Promise<Ruling> {
  if (!request.code) return refuse('invalid_request', 'code is missing.')
  if (!(await isKnownRequester(db, request))) return unknownClient
  const codeHash = hashOf(request.code)
  const code = await db
    .selectFrom('authorization_codes as code')
    .leftJoin('grants as grant', 'grant.id', 'code.grant_id')
    .selectAll('code')
    .select('grant.revoked_at')
    .where('code.code_hash', '=', codeHash)
    .executeTakeFirst()
  const client = code && (await clientOfGrant(db, code.client_id, request))
  if (!code || !client) return refuse('invalid_grant', 'The code is not valid.')
  const isTooOld = code.expires_at <= timestamp(now)
  if (code.grant_id !== null) {
    // Somebody else was quicker: whoever that was loses what it gave them (RFC 6749, section 4.1.2). A code that would
    // be too old anyway was not raced for: somebody has come upon an old link.
    const isRace = !isTooOld && code.revoked_at === null
    return refuse('invalid_grant', 'The code has been used.', isRace ? code.grant_id : undefined)
  }
  if (isTooOld) return refuse('invalid_grant', 'The code has expired.')
  if (code.redirect_uri !== null && code.redirect_uri !== request.redirect_uri) {
    return refuse('invalid_grant', 'redirect_uri is not the one the code was asked for with.')
  }
  if (!meetsChallenge(code.code_challenge, request.code_verifier)) {
    return refuse('invalid_grant', 'code_verifier is not what the code was asked for with.')
  }
  const scope = code.scope ?? client.scope
  return {
    client,
    scope,
    use: async (to) => {
      const grantId = await insertGrant(to, client.id, scope, now)
      const { numUpdatedRows } = await to
        .updateTable('authorization_codes')
        .set({ grant_id: grantId })
        .where('code_hash', '=', codeHash)
        .where('grant_id', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Overtaken()
      return { grantId }
    },
  }
}

async function refreshToken(
  db: ReadDb,
  now: Date,
  request: TokenRequest,
  repeatKey: string | undefined,
): Promise<Ruling> {
  if (!request.refresh_token) return refuse('invalid_request', 'refresh_token is missing.')
  if (!(await isKnownRequester(db, request))) return unknownClient
  const tokenHash = hashOf(request.refresh_token)
  const keyHash = repeatKey ? hashOf(repeatKey) : null
  const token = await findRefreshToken(db, tokenHash)
  const client = token && (await clientOfGrant(db, token.clientId, request))
  if (!token || !client || token.isRevoked) return refuse('invalid_grant', 'The refresh token is not valid.')
  const isRepeat =
    keyHash !== null &&
    token.usedKeyHash === keyHash &&
    token.isSuccessorUnused &&
    token.usedAt !== null &&
    token.usedAt > timestamp(secondsAfter(now, -REPEAT_SECONDS))
  if (token.usedAt !== null && !isRepeat) {
    // A rotated token comes back: one of two holders is a thief, so the whole family ends.
    return refuse('invalid_grant', 'The refresh token has been used.', token.grantId)
  }
  if (token.expiresAt <= timestamp(now)) return refuse('invalid_grant', 'The refresh token has expired.')
  const scope = narrowScope(token.scope, request.scope)
  if (scope === undefined) return refuse('invalid_scope', 'The authorisation does not have this scope.')
  return {
    client,
    scope,
    use: async (to) => {
      // Of what the first answer gave nobody has heard; should it come nevertheless, it has been used.
      if (token.successorHash !== null) await useRefreshToken(to, token.successorHash, now, null)
      if (token.usedAt === null) await useRefreshToken(to, tokenHash, now, keyHash)
      return { grantId: token.grantId, refreshTokenHash: tokenHash }
    },
  }
}

/** Access token, and for an authorisation the refresh token that renews it. */
async function answer(
  db: WriteDb,
  now: Date,
  client: Client,
  scope: string,
  used: UsedUp | undefined,
): Promise<TokenAnswer> {
  const expires = secondsAfter(now, client.token_seconds)
  const grantId = used?.grantId ?? null
  const refresh =
    used && (await insertRefreshToken(db, used.grantId, secondsAfter(now, REFRESH_TOKEN_SECONDS)))
  if (used?.refreshTokenHash !== undefined && refresh !== undefined)
    await noteSuccessor(db, used.refreshTokenHash, refresh)
  return {
    access_token: await insertAccessToken(db, { clientId: client.id, grantId, scope, expires }),
    token_type: 'Bearer',
    expires_in: client.token_seconds,
    scope,
    ...(refresh !== undefined && { refresh_token: refresh }),
  }
}

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

const unknownClient = refuse('invalid_client', 'The client is unknown or its secret is wrong.')

/** The client of the credentials, where they are right. */
async function provenClient(
  db: ReadDb,
  { client_id, client_secret }: TokenRequest,
): Promise<Client | undefined> {
  const id = client_id === undefined ? undefined : parseId(client_id)
  const client = id === undefined ? undefined : await findClient(db, id)
  return client && isSecretOf(client, client_secret) ? client : undefined
}

/** Whether the request names a client and has its secret; the console has none, its codes and tokens prove it. */
const isKnownRequester = async (db: ReadDb, request: TokenRequest): Promise<boolean> =>
  request.client_id === CONSOLE_CLIENT_ID || (await provenClient(db, request)) !== undefined

/** The client that a code or refresh token was given to, where the request comes from it. */
async function clientOfGrant(
  db: ReadDb,
  clientId: string,
  request: TokenRequest,
): Promise<Client | undefined> {
  const client = await findClient(db, clientId)
  if (!client) return undefined
  if (client.secret_hash === null) return request.client_id === CONSOLE_CLIENT_ID ? client : undefined
  const proven = await provenClient(db, request)
  return proven?.id === client.id ? client : undefined
}

function isSecretOf(client: Client, secret: string | undefined): boolean {
  if (client.secret_hash === null || secret === undefined) return false
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(client.secret_hash))
}
