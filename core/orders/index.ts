import type { Room } from '../http/room.ts'
import * as line from './order-line.schema.ts'
import { orderRoutes } from './order.routes.ts'
import * as schema from './order.schema.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import * as payment from './payments/payment.schema.ts'
import * as transaction from './payments/transaction.schema.ts'
import type {} from './order.table.ts'
import type {} from './payments/payment.table.ts'

/** Orders and what is paid for them. */
export const orders = {
  routes: [orderRoutes, paymentRoutes],
  tables: [
    'order_numbers',
    'orders',
    'order_lines',
    'order_properties',
    'order_line_properties',
    'order_discounts',
    'order_events',
    'order_terms',
    'payments',
    'payment_transactions',
    'refund_lines',
  ],
  cached: [],
  schemas: [line, payment, transaction, schema],
} as const satisfies Room
