import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { tillNoun } from './till.noun.ts'
import * as schema from './till.schema.ts'
import type {} from './till.table.ts'

/** The drawers that a store keeps cash in. How they are counted is the room `till-counts`'s. */
export const tills = {
  routes: [recordRoutes(tillNoun)],
  tables: ['tills'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
