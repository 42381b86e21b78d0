import type { Room } from '../http/room.ts'
import { soldGiftCardRoutes } from './gift-card.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import * as copyOrder from './copy-order.schema.ts'

/** How a cart becomes an order, and what changes both. */
export const checkout = {
  routes: [checkoutRoutes, soldGiftCardRoutes],
  tables: [],
  cached: [],
  schemas: [copyOrder],
} as const satisfies Room
