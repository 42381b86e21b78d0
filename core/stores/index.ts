import type { Room } from '../http/room.ts'
import { storeRoutes } from './store.routes.ts'
import * as schema from './store.schema.ts'
import type {} from './store.table.ts'

const cached = ['stores', 'store_cultures', 'store_currencies', 'store_receipt_texts', 'currencies'] as const

/** Stores, their languages and currencies. */
export const stores = {
  routes: [storeRoutes],
  tables: [...cached, 'numbers_before'],
  cached,
  shared: ['currencies'],
  schemas: [schema],
} as const satisfies Room
