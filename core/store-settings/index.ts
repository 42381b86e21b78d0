import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { storeNoun } from './store-settings.noun.ts'
import * as schema from './store-settings.schema.ts'

/** What a store says of itself. Its tables are the room `stores`'s. */
export const storeSettings = {
  routes: [recordRoutes(storeNoun)],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
