import type { Room } from '../http/room.ts'
import { stockRoutes } from './stock.routes.ts'
import * as schema from './stock.schema.ts'
import type {} from './stock.table.ts'

/** How many pieces there are of what is sold. What orders take and give back is in the room `orders`. */
export const stock = {
  routes: [stockRoutes],
  tables: ['stock_levels', 'stock_movements'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
