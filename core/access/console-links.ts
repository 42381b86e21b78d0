import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { badRequest } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { isConsoleClient } from './client.repository.ts'
import { staffedStores } from './desk.repository.ts'
import { requireScope } from './scopes.ts'
import { createLaunchCode } from './console-access.ts'
import type { StoreSummary } from './console-link.schema.ts'

type Caller = Pick<Context, 'clientId' | 'storeId' | 'desk' | 'scopes'>

/**
 * Whoever works at the console has the machine's data before them, in whichever store; a program has its own store. Of
 * the staff only owners get to a store that has none: whoever is there may do everything.
 * @throws CommerceError Forbidden where nobody is at the desk
 */
async function storesOf(db: ReadDb, { clientId, desk, scopes, storeId }: Caller) {
  if (desk?.isLocked) requireScope({ scopes }, ['staff'])
  const query = db.selectFrom('stores as store').select(['store.id', 'store.code', 'store.name'])
  if (!(await isConsoleClient(db, clientId))) return { query: query.where('store.id', '=', storeId) }
  return { query: scopes.has('admin') ? query : query.where('store.id', 'in', staffedStores(db)) }
}

/** The stores that the caller may open, by code. */
export async function listStoresOf(db: ReadDb, caller: Caller, page: Page): Promise<Slice<StoreSummary>> {
  const { query } = await storesOf(db, caller)
  return fetchSlice(query, page, 'asc', { 'store.code': (row) => row.code })
}

/**
 * Makes a one-time code that opens the console of a store.
 * @throws CommerceError BadRequest, naming the field, where the caller has no such store
 */
export async function createConsoleLink(db: WriteDb, context: Context, storeId: string): Promise<string> {
  const { query } = await storesOf(db, context)
  const store = await query.where('store.id', '=', storeId).executeTakeFirst()
  if (!store) throw badRequest('console.store', 'names no store', 'storeId')
  return createLaunchCode(db, context.now, store.id)
}
