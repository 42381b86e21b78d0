import type { Room } from '../http/room.ts'
import { giftCardRoutes } from './gift-card.routes.ts'
import * as schema from './gift-card.schema.ts'
import type {} from './gift-card.table.ts'

/** Cards that hold money of their bearers. How they are sold and paid with is the rooms' `checkout` and `orders`. */
export const giftCards = {
  routes: [giftCardRoutes],
  tables: ['gift_cards', 'gift_card_transactions'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
