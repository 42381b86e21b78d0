import type { ReadDb, WriteDb } from '../database/engine.ts'
import { cached } from '../database/cache.ts'
import { Overtaken } from '../database/overtaken.ts'
import { lockRows } from '../database/queries/lock-rows.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { AT_ONCE, type Sweep } from '../operations/sweep.ts'
import type { Desk } from '../operations/context.ts'
import { findPerson, isStaffed } from './desk.repository.ts'
import { deskScopes, expandScopes, parseScopes, type Asked } from './scopes.ts'
import { hashOf, newSecret } from './secrets.ts'

export interface StoredToken {
  readonly clientId: string
  /** What histories call whoever asks with it: the program, or the person at the desk. */
  readonly name: string
  readonly storeId: string
  readonly scopes: ReadonlySet<Asked>
  /** The console's, with who is at it. */
  readonly desk: Desk | undefined
  readonly expires: Date
  readonly revoked: boolean
  /** Origins of the client's own pages; none where it has none, or has been revoked. */
  readonly origins: readonly string[]
}

export const findToken = cached(async (db, tokenHash: string): Promise<StoredToken | undefined> => {
  const rows = await db
    .selectFrom('access_tokens as token')
    .innerJoin('clients as client', 'client.id', 'token.client_id')
    .leftJoin('grants as grant', 'grant.id', 'token.grant_id')
    .leftJoin('client_origins as origin', 'origin.client_id', 'client.id')
    .select([
      'client.id as clientId',
      'client.name',
      'client.scope as clientScope',
      'client.store_id as storeId',
      'client.secret_hash as secretHash',
      'grant.id as grantId',
      'grant.staff_id as staffId',
      'token.scope as scope',
      'token.expires_at',
      'client.revoked_at as clientRevokedAt',
      'grant.revoked_at as grantRevokedAt',
      'origin.origin as origin',
    ])
    .where('token.token_hash', '=', tokenHash)
    .execute()
  const token = rows[0]
  if (!token) return undefined
  const { clientId, clientRevokedAt, grantRevokedAt, storeId } = token
  const desk = await deskOf(db, token)
  // What a client has lost since, its tokens have lost, too.
  const has = expandScopes(parseScopes(token.clientScope) ?? [])
  const given = expandScopes(parseScopes(token.scope) ?? [])
  const scopes = new Set([...given].filter((scope) => has.has(scope)))
  return {
    clientId,
    storeId,
    name: desk?.person?.name ?? token.name,
    expires: new Date(token.expires_at),
    scopes: desk ? deskScopes(scopes, desk) : scopes,
    desk,
    revoked: clientRevokedAt !== null || grantRevokedAt !== null,
    origins: clientRevokedAt === null ? rows.map((row) => row.origin).filter((each) => each !== null) : [],
  }
})

/** Of all clients only consoles have no secret. */
async function deskOf(
  db: ReadDb,
  token: { storeId: string; secretHash: string | null; grantId: string | null; staffId: string | null },
): Promise<Desk | undefined> {
  const { grantId, secretHash, staffId, storeId } = token
  if (secretHash !== null || grantId === null) return undefined
  if (!(await isStaffed(db, storeId))) return { grantId, person: undefined, isLocked: false }
  const person = staffId === null ? undefined : await findPerson(db, storeId, staffId)
  return { grantId, person, isLocked: person === undefined }
}

/** A client that has not been revoked. */
export const findClient = async (db: ReadDb, clientId: string) =>
  db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

/** Until this write ends nobody gives the client another secret, or takes it its access. */
export const holdClient = async (db: WriteDb, clientId: string) => lockRows(db, 'clients', [clientId])

/** Whether a client may have its codes sent to an address; spelled exactly as it was registered. */
export async function isRedirectUri(db: ReadDb, clientId: string, uri: string): Promise<boolean> {
  const row = await db
    .selectFrom('client_redirect_uris')
    .select('uri')
    .where('client_id', '=', clientId)
    .where('uri', '=', uri)
    .executeTakeFirst()
  return row !== undefined
}

/** A client that lives and has an origin on its list. */
export const findClientOfOrigin = cached(async (db, origin: string): Promise<{ id: string } | undefined> =>
  listings(db, origin).executeTakeFirst(),
)

/** Whether this client has, and lives. */
export const isOriginOf = async (db: ReadDb, clientId: string, origin: string): Promise<boolean> =>
  (await listings(db, origin).where('client.id', '=', clientId).executeTakeFirst()) !== undefined

const listings = (db: ReadDb, origin: string) =>
  db
    .selectFrom('client_origins as origin')
    .innerJoin('clients as client', 'client.id', 'origin.client_id')
    .select('client.id')
    .where('origin.origin', '=', origin)
    .where('client.revoked_at', 'is', null)

export async function insertGrant(db: WriteDb, clientId: string, scope: string, now: Date): Promise<string> {
  const id = newId()
  await db
    .insertInto('grants')
    .values({ id, client_id: clientId, scope, created_at: timestamp(now), revoked_at: null, staff_id: null })
    .execute()
  return id
}

export const revokeGrant = async (db: WriteDb, grantId: string, now: Date) =>
  db
    .updateTable('grants')
    .set({ revoked_at: timestamp(now) })
    .where('id', '=', grantId)
    .execute()

/** @returns the token itself, which is not kept */
export async function insertAccessToken(
  db: WriteDb,
  token: { clientId: string; grantId: string | null; scope: string; expires: Date },
): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashOf(secret),
      client_id: token.clientId,
      grant_id: token.grantId,
      scope: token.scope,
      expires_at: timestamp(token.expires),
    })
    .execute()
  return secret
}

/** @returns the token itself, which is not kept */
export async function insertRefreshToken(db: WriteDb, grantId: string, expires: Date): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(secret),
      grant_id: grantId,
      expires_at: timestamp(expires),
      used_at: null,
      successor_hash: null,
      used_key_hash: null,
    })
    .execute()
  return secret
}

/** A refresh token of which nobody may know more than its digest. */
export async function findRefreshToken(db: ReadDb, tokenHash: string) {
  const row = await db
    .selectFrom('refresh_tokens as token')
    .innerJoin('grants as grant', 'grant.id', 'token.grant_id')
    .leftJoin('refresh_tokens as successor', 'successor.token_hash', 'token.successor_hash')
    .select([
      'grant.id as grantId',
      'grant.client_id as clientId',
      'grant.scope',
      'grant.revoked_at as revokedAt',
      'token.expires_at as expiresAt',
      'token.used_at as usedAt',
      'token.used_key_hash as usedKeyHash',
      'successor.token_hash as successorHash',
      'successor.used_at as successorUsedAt',
    ])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { revokedAt, successorUsedAt, ...token } = row
  return {
    ...token,
    isRevoked: revokedAt !== null,
    isSuccessorUnused: token.successorHash !== null && successorUsedAt === null,
  }
}

/**
 * Notes that a refresh token is used up.
 * @param keyHash of the `Idempotency-Key` it is used with
 * @throws Overtaken where somebody else has used it since it was read
 */
export async function useRefreshToken(
  db: WriteDb,
  tokenHash: string,
  now: Date,
  keyHash: string | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('refresh_tokens')
    .set({ used_at: timestamp(now), used_key_hash: keyHash })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Overtaken()
}

/** @param successor the token itself */
export const noteSuccessor = async (db: WriteDb, tokenHash: string, successor: string) =>
  db
    .updateTable('refresh_tokens')
    .set({ successor_hash: hashOf(successor) })
    .where('token_hash', '=', tokenHash)
    .execute()

/** @returns the code itself, which is not kept */
export async function insertCode(
  db: WriteDb,
  code: {
    clientId: string
    redirectUri: string | null
    scope: string | null
    codeChallenge: string | null
    expires: Date
  },
): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: hashOf(secret),
      client_id: code.clientId,
      redirect_uri: code.redirectUri,
      scope: code.scope,
      code_challenge: code.codeChallenge,
      expires_at: timestamp(code.expires),
      grant_id: null,
    })
    .execute()
  return secret
}

/** Expired tokens and codes are told apart from unknown ones for so long, in milliseconds; then they are deleted. */
const TOLD = 24 * 3600 * 1000

/** Whether a token has expired so long ago that it is unknown, be it deleted already or not. */
export const isForgotten = (expires: Date, now: Date): boolean => now.getTime() - expires.getTime() > TOLD

const oldestTold = (now: Date): string => timestamp(new Date(now.getTime() - TOLD))

const sweepExpired =
  (table: 'access_tokens' | 'refresh_tokens'): Sweep =>
  async (db, now) => {
    const old = db
      .selectFrom(table)
      .select('token_hash')
      .where('expires_at', '<', oldestTold(now))
      .limit(AT_ONCE)
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('token_hash', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

export const sweepAccessTokens = sweepExpired('access_tokens')
export const sweepRefreshTokens = sweepExpired('refresh_tokens')

export const sweepCodes: Sweep = async (db, now) => {
  const old = db
    .selectFrom('authorization_codes')
    .select('code_hash')
    .where('expires_at', '<', oldestTold(now))
    .limit(AT_ONCE)
  const { numDeletedRows } = await db
    .deleteFrom('authorization_codes')
    .where('code_hash', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
