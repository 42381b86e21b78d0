import type { Room } from '../http/room.ts'
import { campaignPreviewRoutes } from './campaign-preview/campaign-preview.routes.ts'
import * as preview from './campaign-preview/campaign-preview.schema.ts'
import { cartEventRoutes } from './cart-event.routes.ts'
import { cartRoutes } from './cart.routes.ts'
import * as schema from './cart.schema.ts'
import { linePriceRoutes } from './line-price.routes.ts'
import { promotionCodeRoutes } from './promotion-code.routes.ts'
import { propertyRoutes } from './property.routes.ts'
import { sweepDrafts } from './sweep-drafts.ts'
import type {} from './cart.table.ts'

/** Carts, from their first line to their order. */
export const carts = {
  routes: [
    cartRoutes,
    propertyRoutes,
    cartEventRoutes,
    linePriceRoutes,
    promotionCodeRoutes,
    campaignPreviewRoutes,
  ],
  tables: ['carts', 'cart_lines', 'cart_promotion_codes', 'cart_discounts', 'cart_events'],
  cached: [],
  sweeps: [sweepDrafts],
  schemas: [schema, preview],
} as const satisfies Room
