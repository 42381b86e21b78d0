import type { ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { fieldChanges, type PlainFields } from '../history/field-changes.ts'
import { recordDone, type Author, type Done } from '../history/record-events.ts'
import { timestamp } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { readClientFields, type ClientFields } from './client-fields.ts'
import type { StoredClient } from './client.repository.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What histories and events call it. */
export const CLIENT = 'client'

export interface NewClient extends ClientFields {
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
 * Registers a local program with the author's store.
 * @throws CommerceError BadRequest for an unknown scope, a life time that is no positive number of seconds, or an
 *   address that is none
 */
export async function createClient(db: WriteDb, author: Author, client: NewClient): Promise<CreatedClient> {
  const clientSecret = newSecret()
  const clientId = await insertClient(db, author, client, hashOf(clientSecret))
  await keepDone(db, author, clientId, { version: 1, kind: 'created' })
  return { clientId, clientSecret }
}

/** What was done to a client: never its secret. */
const keepDone = async (
  db: WriteDb,
  author: Author,
  clientId: string,
  done: Pick<Done, 'version' | 'kind'> & Partial<Pick<Done, 'changes'>>,
): Promise<void> => recordDone(db, author, [{ recordId: clientId, noun: CLIENT, changes: [], ...done }])

export async function insertClient(
  db: WriteDb,
  { now, storeId }: Pick<Author, 'now' | 'storeId'>,
  client: NewClient,
  secretHash: string | null,
): Promise<string> {
  const fields = readClientFields(client)
  const id = newId()
  await db
    .insertInto('clients')
    .values({
      id,
      store_id: storeId,
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
 * and redirects are replaced as whole lists. What changes nothing leaves the version.
 * @param seen as it is, and the version that the change is of
 * @returns the version that it has now
 * @throws CommerceError BadRequest, naming every field that is at fault; Overtaken where it has been changed or revoked
 *   since
 */
export async function changeClient(
  db: WriteDb,
  author: Author,
  { client, version: seen }: StoredClient,
  changes: ClientFields,
): Promise<number> {
  const fields = readClientFields(changes)
  const { allowedOrigins, name, redirectUris, scope, tokenSeconds } = fields
  const before = fieldsOf(client)
  const changed = fieldChanges(before, { ...before, ...fieldsOf(fields) })
  if (changed.length === 0) return seen
  const { clientId: id } = client
  const version = seen + 1
  const { numUpdatedRows } = await db
    .updateTable('clients')
    .set({
      version,
      ...(name !== undefined && { name }),
      ...(scope !== undefined && { scope }),
      ...(tokenSeconds !== undefined && { token_seconds: tokenSeconds }),
    })
    .where('id', '=', id)
    .where('version', '=', seen)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Overtaken()
  if (redirectUris) await db.deleteFrom('client_redirect_uris').where('client_id', '=', id).execute()
  if (allowedOrigins) await db.deleteFrom('client_origins').where('client_id', '=', id).execute()
  await insertAddresses(db, id, { redirectUris, allowedOrigins })
  await keepDone(db, author, id, { version, kind: 'changed', changes: changed })
  return version
}

/** What a history tells of a client: those of its fields that are said. */
const fieldsOf = ({
  allowedOrigins,
  name,
  redirectUris,
  scope,
  tokenSeconds,
}: ClientFields): PlainFields => ({
  ...(name !== undefined && { name }),
  ...(scope !== undefined && { scope }),
  ...(tokenSeconds !== undefined && { tokenSeconds: `${tokenSeconds} s` }),
  ...(redirectUris !== undefined && { redirectUris: redirectUris.toSorted() }),
  ...(allowedOrigins !== undefined && { allowedOrigins: allowedOrigins.toSorted() }),
})

/** Whoever does something to a client of any store: the history is that store's. */
type AuthorAnywhere = Pick<Author, 'name' | 'now'>

/**
 * Gives a client another secret. The old one, and all that was got by it, is void from now on: whoever has come by it has
 * come by that as well.
 * @returns the secret, shown this once, and the version that it has now
 * @throws CommerceError NotFound
 */
export async function rotateSecret(
  db: WriteDb,
  { name, now }: AuthorAnywhere,
  clientId: string,
): Promise<{ readonly clientSecret: string; readonly version: number }> {
  const clientSecret = newSecret()
  const rotated = await db
    .updateTable('clients')
    .set((row) => ({ secret_hash: hashOf(clientSecret), version: row('version', '+', 1) }))
    .where('id', '=', clientId)
    // The console has none, and gets none.
    .where('secret_hash', 'is not', null)
    .where('revoked_at', 'is', null)
    .returning(['store_id as storeId', 'version'])
    .executeTakeFirst()
  if (!rotated) throw notFound('client.not-found', 'There is no such client.')
  const { storeId, version } = rotated
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
  await keepDone(db, { name, now, storeId }, clientId, { version, kind: 'rotated' })
  return { clientSecret, version }
}

/**
 * Takes a client its access: none of its tokens works from now on.
 * @returns the version that it has now
 * @throws CommerceError NotFound
 */
export async function revokeClient(
  db: WriteDb,
  { name, now }: AuthorAnywhere,
  clientId: string,
): Promise<number> {
  const revoked = await db
    .updateTable('clients')
    .set((row) => ({ revoked_at: timestamp(now), version: row('version', '+', 1) }))
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .returning(['store_id as storeId', 'version'])
    .executeTakeFirst()
  if (!revoked) throw notFound('client.not-found', 'There is no such client.')
  const { storeId, version } = revoked
  await keepDone(db, { name, now, storeId }, clientId, { version, kind: 'revoked' })
  return version
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
