import type { Room } from '../http/room.ts'
import * as schema from './till-count.schema.ts'
import { tillRoutes } from './till-count.routes.ts'
import type {} from './till-count.table.ts'

/** How the tills of a store are counted, and what moves their cash between sales. */
export const tillCounts = {
  routes: [tillRoutes],
  tables: ['till_counts', 'till_movements'],
  // In which currencies a store has counted.
  cached: ['till_counts'],
  schemas: [schema],
} as const satisfies Room
