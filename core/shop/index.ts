import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { shopNoun } from './shop.noun.ts'
import * as schema from './shop.schema.ts'

/** What a store says of itself. Its tables are the room `stores`'s. */
export const shop = {
  routes: [recordRoutes(shopNoun)],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
