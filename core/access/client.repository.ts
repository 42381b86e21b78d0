import type { ReadDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { notFound } from '../kernel/errors.ts'
import type { Client } from './client.schema.ts'

/** The programs of a store that have not been revoked, oldest first; the console is none of them. */
export async function listClientsOfStore(db: ReadDb, storeId: string, page: Page): Promise<Slice<Client>> {
  const { rows, next } = await fetchSlice(clientsOf(db, storeId), page, 'asc', {
    'client.id': ({ clientId }) => clientId,
  })
  return { rows: await withAddresses(db, rows), next }
}

/** @throws CommerceError NotFound for one of another store, and for one that has been revoked */
export async function getClientOfStore(db: ReadDb, storeId: string, clientId: string): Promise<Client> {
  const row = await clientsOf(db, storeId).where('client.id', '=', clientId).executeTakeFirst()
  const [client] = row ? await withAddresses(db, [row]) : []
  if (!client) throw notFound('client.not-found', 'There is no such client.')
  return client
}

const clientsOf = (db: ReadDb, storeId: string) =>
  db
    .selectFrom('clients as client')
    .select([
      'client.id as clientId',
      'client.name',
      'client.scope',
      'client.token_seconds as tokenSeconds',
      'client.created_at as createdDate',
    ])
    .where('client.store_id', '=', storeId)
    .where('client.secret_hash', 'is not', null)
    .where('client.revoked_at', 'is', null)

async function withAddresses(
  db: ReadDb,
  rows: readonly Omit<Client, 'redirectUris' | 'allowedOrigins'>[],
): Promise<Client[]> {
  const ids = rows.map(({ clientId }) => clientId)
  if (ids.length === 0) return []
  const uris = await db
    .selectFrom('client_redirect_uris')
    .selectAll()
    .where('client_id', 'in', ids)
    .orderBy('uri')
    .execute()
  const origins = await db
    .selectFrom('client_origins')
    .selectAll()
    .where('client_id', 'in', ids)
    .orderBy('origin')
    .execute()
  return rows.map((row) => ({
    ...row,
    redirectUris: uris.filter((each) => each.client_id === row.clientId).map((each) => each.uri),
    allowedOrigins: origins.filter((each) => each.client_id === row.clientId).map((each) => each.origin),
  }))
}

/** Whether it is the console of a store: of all clients only they have no secret. */
export async function isConsoleClient(db: ReadDb, clientId: string): Promise<boolean> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('secret_hash', 'is', null)
    .executeTakeFirst()
  return client !== undefined
}
