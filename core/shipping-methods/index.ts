import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { shippingMethodNoun } from './manage/shipping-method.noun.ts'
import * as managed from './manage/shipping-method.schema.ts'
import { shippingMethodRoutes } from './shipping-method.routes.ts'
import * as schema from './shipping-method.schema.ts'
import type {} from './shipping-method.table.ts'

const tables = [
  'shipping_methods',
  'shipping_method_texts',
  'shipping_method_prices',
  'shipping_method_countries',
  'shipping_method_payment_methods',
] as const

/** How goods get to customers. */
export const shippingMethods = {
  routes: [shippingMethodRoutes, recordRoutes(shippingMethodNoun)],
  tables,
  cached: tables,
  schemas: [schema, managed],
} as const satisfies Room
