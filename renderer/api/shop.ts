import type { ManagedStore, ManagedStoreBody } from '../../core/store-settings/store-settings.schema.ts'
import { post, writeHeaders } from './client.ts'
import { recordsAt } from './records.ts'
import type { NewStore } from './stores.ts'

export type { ManagedStore, ManagedStoreBody } from '../../core/store-settings/store-settings.schema.ts'

/** What stores say of themselves: each console and program has its own. */
export const shops = recordsAt<ManagedStore, ManagedStore, ManagedStoreBody>('/manage/stores', 'stores')

/**
 * Makes another store in the same database.
 * @param idempotencyKey under which the same try may be repeated
 */
export const createStore = (store: NewStore, idempotencyKey: string): Promise<ManagedStore> =>
  post('/manage/stores', store, writeHeaders({ idempotencyKey }))
