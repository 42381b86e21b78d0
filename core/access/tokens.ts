import { timingSafeEqual } from 'node:crypto'
import type { WriteDb } from '../database/database.ts'
import { timestamp } from '../kernel/clock.ts'
import { parseId } from '../kernel/ids.ts'
import {
  findClient,
  forgetOldTokens,
  insertAccessToken,
  insertGrant,
  insertRefreshToken,
  revokeGrant,
} from './access.repository.ts'
import { meetsChallenge } from './code-challenge.ts'
import { CONSOLE_CLIENT_ID } from './console-access.ts'
import { expandScopes, parseScopes } from './scopes.ts'
import { hashOf } from './secrets.ts'

/** A day off the counter does not log anybody out; a month does. */
const REFRESH_TOKEN_DAYS = 30

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

/** RFC 6749, section 5.2. A value and not an exception, because a refusal may revoke and that must be committed. */
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

const refuse = (error: TokenRefusal['error'], error_description: string): TokenRefusal => ({
  error,
  error_description,
})

/** OAuth 2.0 token endpoint: client credentials, authorization code (the console's launch code too), refresh. */
export async function issueTokens(
  db: WriteDb,
  now: Date,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  await forgetOldTokens(db, now)
  switch (request.grant_type) {
    case undefined:
      return refuse('invalid_request', 'grant_type is missing.')
    case 'client_credentials':
      return clientCredentials(db, now, request)
    case 'authorization_code':
      return authorizationCode(db, now, request)
    case 'refresh_token':
      return refreshToken(db, now, request)
    default:
      return refuse(
        'unsupported_grant_type',
        'grant_type is client_credentials, authorization_code or refresh_token.',
      )
  }
}

async function clientCredentials(
  db: WriteDb,
  now: Date,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  const client = await provenClient(db, request)
  if (!client) return unknownClient
  const scope = narrowScope(client.scope, request.scope)
  if (scope === undefined) return refuse('invalid_scope', 'The client does not have this scope.')
  return answer(db, now, client, scope, null)
}

async function authorizationCode(
  db: WriteDb,
  now: Date,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  if (!request.code) return refuse('invalid_request', 'code is missing.')
  if (!(await isKnownRequester(db, request))) return unknownClient
  const codeHash = hashOf(request.code)
  const code = await db
    .selectFrom('authorization_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  const client = code && (await clientOfGrant(db, code.client_id, request))
  if (!code || !client) return refuse('invalid_grant', 'The code is not valid.')
  if (code.grant_id !== null) {
    // Somebody else has used it: whoever that was loses what it gave them (RFC 6749, section 4.1.2).
    await revokeGrant(db, code.grant_id, now)
    return refuse('invalid_grant', 'The code has been used.')
  }
  if (code.expires_at <= timestamp(now)) return refuse('invalid_grant', 'The code has expired.')
  if (code.redirect_uri !== null && code.redirect_uri !== request.redirect_uri) {
    return refuse('invalid_grant', 'redirect_uri is not the one the code was asked for with.')
  }
  if (!meetsChallenge(code.code_challenge, request.code_verifier)) {
    return refuse('invalid_grant', 'code_verifier is not what the code was asked for with.')
  }
  const scope = code.scope ?? client.scope
  const grantId = await insertGrant(db, client.id, scope, now)
  await db
    .updateTable('authorization_codes')
    .set({ grant_id: grantId })
    .where('code_hash', '=', codeHash)
    .execute()
  return answer(db, now, client, scope, grantId)
}

async function refreshToken(
  db: WriteDb,
  now: Date,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  if (!request.refresh_token) return refuse('invalid_request', 'refresh_token is missing.')
  if (!(await isKnownRequester(db, request))) return unknownClient
  const tokenHash = hashOf(request.refresh_token)
  const token = await db
    .selectFrom('refresh_tokens as token')
    .innerJoin('grants as grant', 'grant.id', 'token.grant_id')
    .select([
      'grant.id as grantId',
      'grant.client_id',
      'grant.scope',
      'grant.revoked_at',
      'token.expires_at',
      'token.used_at',
    ])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst()
  const client = token && (await clientOfGrant(db, token.client_id, request))
  if (!token || !client || token.revoked_at !== null)
    return refuse('invalid_grant', 'The refresh token is not valid.')
  if (token.used_at !== null) {
    // A rotated token comes back: one of two holders is a thief, so the whole family ends.
    await revokeGrant(db, token.grantId, now)
    return refuse('invalid_grant', 'The refresh token has been used.')
  }
  if (token.expires_at <= timestamp(now)) return refuse('invalid_grant', 'The refresh token has expired.')
  const scope = narrowScope(token.scope, request.scope)
  if (scope === undefined) return refuse('invalid_scope', 'The authorisation does not have this scope.')
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: timestamp(now) })
    .where('token_hash', '=', tokenHash)
    .execute()
  return answer(db, now, client, scope, token.grantId)
}

/** Access token, and for a grant the refresh token that renews it. */
async function answer(
  db: WriteDb,
  now: Date,
  client: Client,
  scope: string,
  grantId: string | null,
): Promise<TokenAnswer> {
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
  const expires = after(client.token_seconds)
  return {
    access_token: await insertAccessToken(db, { clientId: client.id, grantId, scope, expires }),
    token_type: 'Bearer',
    expires_in: client.token_seconds,
    scope,
    ...(grantId !== null && {
      refresh_token: await insertRefreshToken(db, grantId, after(REFRESH_TOKEN_DAYS * 24 * 3600)),
    }),
  }
}

const unknownClient = refuse('invalid_client', 'The client is unknown or its secret is wrong.')

/** The client of the credentials, where they are right. */
async function provenClient(
  db: WriteDb,
  { client_id, client_secret }: TokenRequest,
): Promise<Client | undefined> {
  const id = client_id === undefined ? undefined : parseId(client_id)
  const client = id === undefined ? undefined : await findClient(db, id)
  return client && isSecretOf(client, client_secret) ? client : undefined
}

/** Whether the request names a client and has its secret; the console has none, its codes and tokens prove it. */
const isKnownRequester = async (db: WriteDb, request: TokenRequest): Promise<boolean> =>
  request.client_id === CONSOLE_CLIENT_ID || (await provenClient(db, request)) !== undefined

/** The client that a code or refresh token was given to, where the request comes from it. */
async function clientOfGrant(
  db: WriteDb,
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

/** The part of the held scope that is asked for; all of it where nothing is; undefined where it is more. */
export function narrowScope(held: string, asked: string | undefined): string | undefined {
  if (asked === undefined || asked.trim() === '') return held
  const scopes = parseScopes(asked)
  const all = expandScopes(parseScopes(held) ?? [])
  return scopes?.every((scope) => all.has(scope)) ? scopes.join(' ') : undefined
}
