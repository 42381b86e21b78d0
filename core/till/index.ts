import type { Room } from '../http/room.ts'
import * as schema from './till.schema.ts'
import { tillRoutes } from './till.routes.ts'
import type {} from './till.table.ts'

/** The cash of a store: how its till was counted, and what moved it between sales. */
export const till = {
  routes: [tillRoutes],
  tables: ['till_counts', 'till_movements'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
