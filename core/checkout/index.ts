import type { Room } from '../http/room.ts'
import { soldGiftCardRoutes } from './gift-card.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { returnRoutes } from './return.routes.ts'
import * as copyOrder from './copy-order.schema.ts'
import * as returns from './return.schema.ts'

/** How a cart becomes an order, and what changes both. */
export const checkout = {
  routes: [checkoutRoutes, returnRoutes, soldGiftCardRoutes],
  tables: [],
  cached: [],
  schemas: [copyOrder, returns],
} as const satisfies Room
