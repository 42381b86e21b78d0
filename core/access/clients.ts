import type { ReadDb, WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { parseScopes, SCOPES } from './scopes.ts'
import { hashOf, newSecret } from './secrets.ts'

export interface NewClient {
  readonly storeId: string
  readonly name: string
  /** Scopes separated by spaces. */
  readonly scope: string
  /** How long its access tokens live. */
  readonly tokenSeconds?: number | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly allowedOrigins?: readonly string[] | undefined
}

export interface CreatedClient {
  readonly clientId: string
  /** Shown this once. */
  readonly clientSecret: string
}

export const DEFAULT_TOKEN_SECONDS = 300

/**
 * Registers a local program with one store.
 * @throws CommerceError BadRequest for an unknown scope, a life time that is no positive number of seconds, or an
 *   address that is none
 */
export async function createClient(db: WriteDb, now: Date, client: NewClient): Promise<CreatedClient> {
  const clientSecret = newSecret()
  const clientId = await insertClient(db, now, client, hashOf(clientSecret))
  return { clientId, clientSecret }
}

export async function insertClient(
  db: WriteDb,
  now: Date,
  client: NewClient,
  secretHash: string | null,
): Promise<string> {
  const scopes = parseScopes(client.scope)
  if (!scopes) throw badRequest('client.scope', `must name scopes: ${SCOPES.join(', ')}`, 'scope')
  const tokenSeconds = client.tokenSeconds ?? DEFAULT_TOKEN_SECONDS
  if (!Number.isInteger(tokenSeconds) || tokenSeconds < 1 || tokenSeconds > 31_536_000) {
    throw badRequest(
      'client.token-seconds',
      'must be a whole number of seconds, at most a year',
      'tokenSeconds',
    )
  }
  if (client.name.trim() === '') throw badRequest('client.name', 'must not be empty', 'name')

  const id = newId()
  await db
    .insertInto('clients')
    .values({
      id,
      store_id: client.storeId,
      name: client.name,
      secret_hash: secretHash,
      scope: scopes.join(' '),
      token_seconds: tokenSeconds,
      created_at: timestamp(now),
      revoked_at: null,
    })
    .execute()
  for (const uri of new Set(client.redirectUris)) {
    if (!isRedirectTarget(uri)) {
      throw badRequest(
        'client.redirect-uri',
        `is no absolute address of a program or page, without a fragment: ${uri}`,
        'redirectUris',
      )
    }
    await db.insertInto('client_redirect_uris').values({ client_id: id, uri }).execute()
  }
  for (const address of new Set(client.allowedOrigins)) {
    const origin = URL.canParse(address) ? new URL(address).origin : 'null'
    if (origin === 'null') throw badRequest('client.origin', `is no origin: ${address}`, 'allowedOrigins')
    await db.insertInto('client_origins').values({ client_id: id, origin }).execute()
  }
  return id
}

/** What a browser runs or reads itself, instead of handing the code to a program or page. */
const OWN_TO_BROWSERS = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'javascript:',
  'view-source:',
  'vbscript:',
])

/** RFC 6749, section 3.1.2: absolute, and a fragment would swallow the code. It is sent as a header, as it stands. */
function isRedirectTarget(uri: string): boolean {
  const url = URL.parse(uri)
  return (
    url !== null && /^[\x21-\x7e]+$/.test(uri) && !uri.includes('#') && !OWN_TO_BROWSERS.has(url.protocol)
  )
}

/**
 * Gives a client another secret. The old one, and all that was got by it, is void from now on: whoever has come by it has
 * come by that as well.
 * @returns the secret, shown this once
 */
export async function rotateSecret(db: WriteDb, now: Date, clientId: string): Promise<string> {
  const clientSecret = newSecret()
  const { numUpdatedRows } = await db
    .updateTable('clients')
    .set({ secret_hash: hashOf(clientSecret) })
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound('client.not-found', 'There is no such client.')
  const moment = timestamp(now)
  // One that has expired is told so for a day; that of no grant has no other way to be over.
  await db
    .updateTable('access_tokens')
    .set({ expires_at: moment })
    .where('client_id', '=', clientId)
    .where('expires_at', '>', moment)
    .execute()
  await db
    .updateTable('grants')
    .set({ revoked_at: moment })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
  await db
    .updateTable('authorization_codes')
    .set({ expires_at: moment })
    .where('client_id', '=', clientId)
    .where('expires_at', '>', moment)
    .execute()
  return clientSecret
}

/** Takes a client its access: none of its tokens works from now on. */
export async function revokeClient(db: WriteDb, now: Date, clientId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('clients')
    .set({ revoked_at: timestamp(now) })
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound('client.not-found', 'There is no such client.')
}

export const listClients = async (db: ReadDb) =>
  db
    .selectFrom('clients as client')
    .innerJoin('stores as store', 'store.id', 'client.store_id')
    .select([
      'client.id as clientId',
      'client.name',
      'store.code as store',
      'client.scope',
      'client.token_seconds as tokenSeconds',
      'client.created_at as createdDate',
      'client.revoked_at as revokedDate',
    ])
    .where('client.secret_hash', 'is not', null)
    .orderBy('client.id')
    .execute()
