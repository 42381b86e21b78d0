import type { ReadDb, WriteDb } from '../database/engine.ts'
import { etagOf } from '../http/etag.ts'
import { timestamp } from '../kernel/clock.ts'
import { CommerceError, notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { readClientFields, type ClientFields } from './client-fields.ts'
import { hashOf, newSecret } from './secrets.ts'

export interface NewClient extends ClientFields {
  readonly storeId: string
  readonly name: string
  readonly scope: string
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
  const fields = readClientFields(client)
  const id = newId()
  await db
    .insertInto('clients')
    .values({
      id,
      store_id: client.storeId,
      name: client.name,
      secret_hash: secretHash,
      scope: fields.scope ?? client.scope,
      token_seconds: fields.tokenSeconds ?? DEFAULT_TOKEN_SECONDS,
      created_at: timestamp(now),
      revoked_at: null,
      version: 1,
    })
    .execute()
  await insertAddresses(db, id, fields)
  return id
}

async function insertAddresses(
  db: WriteDb,
  id: string,
  { allowedOrigins = [], redirectUris = [] }: ClientFields,
): Promise<void> {
  for (const uri of redirectUris)
    await db.insertInto('client_redirect_uris').values({ client_id: id, uri }).execute()
  for (const origin of allowedOrigins)
    await db.insertInto('client_origins').values({ client_id: id, origin }).execute()
}

/**
 * Changes what is said of a client. Scopes that it loses its tokens lose at once, those too that are out already; origins
 * and redirects are replaced as whole lists.
 * @param seen the version that the change is of
 * @returns the version that it has now
 * @throws CommerceError BadRequest, naming every field that is at fault; Conflict where it has been changed meanwhile
 */
export async function changeClient(
  db: WriteDb,
  id: string,
  seen: number,
  changes: ClientFields,
): Promise<number> {
  const { allowedOrigins, name, redirectUris, scope, tokenSeconds } = readClientFields(changes)
  const { numUpdatedRows } = await db
    .updateTable('clients')
    .set({
      version: seen + 1,
      ...(name !== undefined && { name }),
      ...(scope !== undefined && { scope }),
      ...(tokenSeconds !== undefined && { token_seconds: tokenSeconds }),
    })
    .where('id', '=', id)
    .where('version', '=', seen)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw clientChanged(seen + 1)
  if (redirectUris) await db.deleteFrom('client_redirect_uris').where('client_id', '=', id).execute()
  if (allowedOrigins) await db.deleteFrom('client_origins').where('client_id', '=', id).execute()
  await insertAddresses(db, id, { redirectUris, allowedOrigins })
  return seen + 1
}

/** The refusal of a change by somebody who has not seen the version there is now. */
export const clientChanged = (version: number): CommerceError =>
  new CommerceError(
    'Conflict',
    'client.changed',
    [{ text: 'The client has been changed in the meantime. Please read it again.' }],
    { etag: etagOf(version) },
  )

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
    // The console has none, and gets none.
    .where('secret_hash', 'is not', null)
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
