import type { Room } from '../http/room.ts'
import { paymentMethodRoutes } from './payment-method.routes.ts'
import * as schema from './payment-method.schema.ts'
import type {} from './payment-method.table.ts'

const tables = [
  'payment_methods',
  'payment_method_texts',
  'payment_method_fees',
  'payment_method_countries',
  'payment_method_properties',
] as const

/** How orders can be paid. */
export const paymentMethods = {
  routes: [paymentMethodRoutes],
  tables,
  cached: tables,
  schemas: [schema],
} as const satisfies Room
