import type { Room } from '../http/room.ts'
import { afterSalesRoutes } from './after-sales.routes.ts'
import * as copyOrder from './copy-order.schema.ts'
import { soldGiftCardRoutes } from './sold-gift-card.routes.ts'

/** What becomes of an order and its cart once it is placed: cancelled, reopened, sent elsewhere, copied; the gift cards sold with it. */
export const afterSales = {
  routes: [afterSalesRoutes, soldGiftCardRoutes],
  tables: [],
  cached: [],
  schemas: [copyOrder],
} as const satisfies Room
