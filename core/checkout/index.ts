import type { Room } from '../http/room.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { returnRoutes } from './return.routes.ts'
import * as returns from './return.schema.ts'

/** How a cart becomes an order: one of goods that are sold, or a return of goods that come back without theirs. */
export const checkout = {
  routes: [checkoutRoutes, returnRoutes],
  tables: [],
  cached: [],
  schemas: [returns],
} as const satisfies Room
