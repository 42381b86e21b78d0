import type { Selectable } from 'kysely'
import type { CartLineTable, CartTable } from '../../../../../core/carts/cart.table.ts'
import type { CustomerTable } from '../../../../../core/customers/customer.table.ts'
import type { OrderLineTable, OrderTable } from '../../../../../core/orders/order.table.ts'
import type { PaymentTable } from '../../../../../core/orders/payments/payment.table.ts'

// The rows of the core's tables.

export type CartRow = Selectable<CartTable>
export type CartLineRow = Selectable<CartLineTable>
export type CustomerRow = Selectable<CustomerTable>
export type OrderRow = Selectable<OrderTable>
export type OrderLineRow = Selectable<OrderLineTable>
export type PaymentRow = Selectable<PaymentTable>

/** A line of a cart as its order keeps it. */
export function ofOrder({ cart_id, price_is_set: _, ...columns }: CartLineRow) {
  return { ...columns, order_id: cart_id }
}
