import type { Room } from '../http/room.ts'
import { checkoutRoutes } from './checkout.routes.ts'

/** How a cart becomes an order, and what changes both. */
export const checkout = {
  routes: [checkoutRoutes],
  tables: [],
  cached: [],
} as const satisfies Room
