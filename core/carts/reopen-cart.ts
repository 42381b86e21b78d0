import { isDeepStrictEqual } from 'node:util'
import { cartNameOfRow } from '../customers/cart-name.ts'
import { findCustomerRow } from '../customers/customer.repository.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { reasonOf } from '../orders/order-event.ts'
import { recordEvent } from '../orders/order-events.ts'
import { lockOrderRow, type OrderRow } from '../orders/order.repository.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orderStatuses } from '../orders/order-states.ts'
import { giveUp, requireNotPartlyPaid } from '../orders/payments/change-payment.ts'
import { paymentsOf } from '../orders/payments/payment.repository.ts'
import { addressesOf, loadCart, type CartRecord, type CartRow } from './cart.repository.ts'

/** A cart that has been placed, as it was before a change of it. */
export interface Placed {
  readonly order: OrderRow
  readonly record: CartRecord
  /** What is in the cart, without what follows from it. */
  readonly contents: object
}

/**
 * The order of a cart that has been placed, for a change of the cart.
 * @throws CommerceError Conflict, naming the order, where it is past being opened again
 */
export async function findPlaced(db: WriteDb, cart: CartRow): Promise<Placed> {
  const order = await lockOrderRow(db, cart.store_id, cart.id)
  const payments = await paymentsOf(db, order.id)
  requireNotPartlyPaid(order, payments)
  if (order.status !== 'new' || payments.some(({ state }) => state !== 'pending')) {
    throw conflict(
      'cart.ordered',
      said`The cart has been placed as the order ${{ orderNumber: order.order_number }} (${{ id: order.id }}), which is in the state "${{ state: orderStatuses[order.status].name }}", and can no longer be changed.`,
    )
  }
  const record = await loadCart(db, cart.id, cart)
  const placed = { order, record }
  return { ...placed, contents: await contentsOf(db, record, placed) }
}

/** Whether a change of a placed cart has changed anything: a write without effect leaves the order as it is. */
export const isChanged = async (db: ReadDb, record: CartRecord, placed: Placed): Promise<boolean> =>
  !isDeepStrictEqual(await contentsOf(db, record, placed), placed.contents)

/**
 * Takes an order back while nothing has been received for it (decisions, reopening): its payment is voided, and the cart
 * is to be changed and placed anew. What was placed last stays to be read. The cart is still to be saved.
 * @param reason why, for the history
 * @returns the cart as it is then
 */
export async function reopenCart(
  db: WriteDb,
  context: Context,
  cart: CartRow,
  { order, record }: Placed,
  reason: string | null,
): Promise<CartRow> {
  await moveOrder(db, context, order, 'reopened')
  await recordEvent(db, context, order.id, 'order.reopened', reasonOf(reason))
  for (const payment of await paymentsOf(db, order.id))
    await giveUp(db, context, payment, { cause: 'reopened' })
  // The bill may become another's.
  const customerId = cart.customer_from_bill === 1 ? null : cart.customer_id
  const customer = customerId === null ? undefined : await findCustomerRow(db, cart.store_id, customerId)
  return {
    ...cart,
    // Who has another name by now kept the old one on the order.
    ...(customer && (await cartNameOfRow(db, customer))),
    state: 'open',
    placed_version: null,
    payment_total: 0,
    // What was noted on the order since goes on with the cart.
    note: cart.note === record.cart.note ? order.note : cart.note,
    customer_id: customerId,
  }
}

/** The customer that a cart was given, and not the one that placing it has found on its bill. */
const givenCustomer = (cart: CartRow, placed: CartRow): string | null =>
  placed.customer_from_bill === 1 && cart.customer_id === placed.customer_id ? null : cart.customer_id

/** What callers put into a cart. Its version, totals, discounts and names for lists follow from that. */
async function contentsOf(db: ReadDb, record: CartRecord, placed: Pick<Placed, 'record'>): Promise<object> {
  const { lines, properties, lineProperties } = record
  const {
    state: _state,
    version: _version,
    placed_version: _placed,
    updated_at: _updated,
    updated_period: _period,
    customer_name: _name,
    search_text: _search,
    name: _parked,
    name_search: _words,
    line_count: _count,
    payment_total: _payment,
    order_total: _total,
    customer_from_bill: _fromBill,
    discount: _discount,
    discount_total: _discounts,
    billing_address: _billing,
    shipping_address: _shipping,
    shipment_discount: _shipmentDiscount,
    shipment_tax: _shipmentTax,
    ...cart
  } = record.cart
  return {
    cart: {
      ...cart,
      customer_id: givenCustomer(record.cart, placed.record.cart),
    },
    lines: lines.map(({ unitDiscount: _, tax: __, ...line }) => line),
    properties,
    lineProperties,
    addresses: addressesOf(record),
    codes: await db
      .selectFrom('cart_promotion_codes')
      .select('campaign_code_id')
      .where('cart_id', '=', cart.id)
      .orderBy('campaign_code_id')
      .execute(),
  }
}
