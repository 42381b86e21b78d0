import type { Selectable } from 'kysely'
import type {
  CartAddressTable,
  CartLineTable,
  CartShipmentTable,
  CartTable,
} from '../../../../../core/carts/cart.table.ts'
import type { CustomerTable } from '../../../../../core/customers/customer.table.ts'
import type {
  OrderAddressTable,
  OrderLineTable,
  OrderShipmentTable,
  OrderTable,
} from '../../../../../core/orders/order.table.ts'
import type { PaymentTable } from '../../../../../core/orders/payments/payment.table.ts'

// The rows of the core's tables.

export type CartRow = Selectable<CartTable>
export type CartLineRow = Selectable<CartLineTable>
export type CartAddressRow = Selectable<CartAddressTable>
export type CartShipmentRow = Selectable<CartShipmentTable>
export type CustomerRow = Selectable<CustomerTable>
export type OrderRow = Selectable<OrderTable>
export type OrderLineRow = Selectable<OrderLineTable>
export type OrderAddressRow = Selectable<OrderAddressTable>
export type OrderShipmentRow = Selectable<OrderShipmentTable>
export type PaymentRow = Selectable<PaymentTable>

/** A row of a cart without what only carts have. */
export function withoutCart<R extends object>(row: R): Omit<R, 'cart_id' | 'price_is_set'> {
  const { cart_id: _, price_is_set: __, ...columns } = row as R & { cart_id: string; price_is_set: number }
  return columns
}

/** A row of a cart as its order keeps it. */
export const ofOrder = (row: object, orderId: string) => ({ ...withoutCart(row), order_id: orderId })
