import type { Room } from '../http/room.ts'
import * as common from '../methods/method.schema.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { paymentMethodNoun } from './manage/payment-method.noun.ts'
import * as managed from './manage/payment-method.schema.ts'
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
  routes: [paymentMethodRoutes, recordRoutes(paymentMethodNoun)],
  tables,
  cached: tables,
  schemas: [schema, managed, common],
} as const satisfies Room
