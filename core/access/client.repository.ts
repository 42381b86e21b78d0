import type { ReadDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { notFound, type CommerceError } from '../kernel/errors.ts'
import type { Client, ClientState } from './client.schema.ts'
import { laterUse, type Uses } from './client-uses.ts'

/** A client, with the version that its `ETag` says. */
export interface StoredClient {
  readonly client: Client
  readonly version: number
}

/** The programs of a store, oldest first: those that have been revoked, or those that have not. The console is none of them. */
export async function listClientsOfStore(
  db: ReadDb,
  storeId: string,
  page: Page,
  { state, uses }: { readonly state: ClientState; readonly uses: Uses },
): Promise<Slice<Client>> {
  const clients = clientsOf(db, storeId).where('client.revoked_at', isIn(state), null)
  const { rows, next } = await fetchSlice(clients, page, 'asc', {
    'client.id': ({ clientId }) => clientId,
  })
  return { rows: (await completed(db, rows, uses)).map(({ client }) => client), next }
}

const isIn = (state: ClientState) => (state === 'revoked' ? 'is not' : 'is')

/** @throws CommerceError NotFound for one of another store, and for one that has been revoked */
export async function getClientOfStore(
  db: ReadDb,
  storeId: string,
  clientId: string,
  uses: Uses = new Map(),
): Promise<StoredClient> {
  const row = await clientsOf(db, storeId)
    .where('client.id', '=', clientId)
    .where('client.revoked_at', isIn('active'), null)
    .executeTakeFirst()
  const [found] = row ? await completed(db, [row], uses) : []
  if (!found) throw noSuchClient()
  return found
}

/** @throws CommerceError NotFound where there has never been such a client of the store */
export async function requireClientOfStore(db: ReadDb, storeId: string, clientId: string): Promise<void> {
  const row = await clientsOf(db, storeId).where('client.id', '=', clientId).executeTakeFirst()
  if (!row) throw noSuchClient()
}

const noSuchClient = (): CommerceError => notFound('client.not-found', 'There is no such client.')

const clientsOf = (db: ReadDb, storeId: string) =>
  db
    .selectFrom('clients as client')
    .leftJoin('client_uses as use', 'use.client_id', 'client.id')
    .select([
      'client.id as clientId',
      'client.name',
      'client.scope',
      'client.token_seconds as tokenSeconds',
      'client.created_at as createdDate',
      'client.version',
      'use.used_at as lastUsedDate',
    ])
    .where('client.store_id', '=', storeId)
    .where('client.secret_hash', 'is not', null)

/** With their addresses, and with what this process knows of their use. */
async function completed(
  db: ReadDb,
  rows: readonly (Omit<Client, 'redirectUris' | 'allowedOrigins'> & Pick<StoredClient, 'version'>)[],
  uses: Uses,
): Promise<StoredClient[]> {
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
  return rows.map(({ version, ...row }) => ({
    version,
    client: {
      ...row,
      lastUsedDate: laterUse(row.lastUsedDate, uses.get(row.clientId)),
      redirectUris: uris.filter((each) => each.client_id === row.clientId).map((each) => each.uri),
      allowedOrigins: origins.filter((each) => each.client_id === row.clientId).map((each) => each.origin),
    },
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

/** What clients are called and whose they are, by their ids; those that have been revoked too, and the console. */
export async function findNames(
  db: ReadDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly storeId: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'name', 'store_id as storeId'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...client }) => [id, client]))
}
