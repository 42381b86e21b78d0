import { cartTotals } from '../carts/cart-view.ts'
import { keepDiscountsOfNow, withDiscountsOfNow } from '../carts/discounts-now.ts'
import { loadCart, requireCartCurrency } from '../carts/cart.repository.ts'
import type { Context } from '../operations/context.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow, insertRows, insertAll } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict, said, type CommerceError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { getOrderRow, lockOrderRow, updateOrder } from '../orders/order.repository.ts'
import { nextOrderNumber } from '../orders/order-number.repository.ts'
import { recordEvent, type OrderEventRow } from '../orders/order-events.ts'
import { deleteTermRows, forgetTermsOfCustomer, insertTermRows } from '../orders/order-terms.ts'
import { requireMove } from '../orders/move-order.ts'
import { takeStock } from '../orders/stock-of-order.ts'
import { orderStatuses } from '../orders/order-states.ts'
import { findRetiredMethod } from '../methods/method.repository.ts'
import { findPaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { giveUp, requireNotPartlyPaid } from '../orders/payments/change-payment.ts'
import { paymentsOf, type PaymentRow } from '../orders/payments/payment.repository.ts'
import { amountOf } from '../orders/payments/taxed-money.ts'
import type { PlaceOrderBody } from '../orders/payments/payment.schema.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { customerOfOrder } from './customer-of-order.ts'
import { overrideEvent } from './price-group-event.ts'
import { orderRows, paymentRow, type Placement } from './order-rows.ts'
import {
  addOrder,
  closeCart,
  getCartToPlace,
  placementOf,
  requireSale,
  requireSeen,
  type Placing,
} from './placing.ts'
import { requirePlaceable } from './require-placeable.ts'
import { findUsedUpBehindLock, requireUsesLeft } from './require-uses-left.ts'

/**
 * Section 4.8: turns a cart into an order and a payment. The order's id is the cart's. Repeated with the same method
 * it answers the same payment; another method replaces one that has not been received. A cart that was opened again
 * becomes the order that it was, as it is now.
 * @returns the payment's id
 * @throws CommerceError NotFound for a cart that does not exist; BadRequest where it is another store's, something is
 *   missing in it, or the payment method cannot be used; Conflict where it is paid, cancelled or abandoned, or where it
 *   is not what the caller has seen
 */
export async function placeOrder(db: WriteDb, context: Context, body: PlaceOrderBody): Promise<string> {
  const store = await getStore(db, context.storeId)
  const finding = getCartToPlace(db, store, body.cartId)
  const ofCart = finding.then(({ cart }) => cart)
  const [{ hasOrder }, kept] = await Promise.all([finding, loadCart(db, body.cartId, ofCart)])
  const usedUp = await findUsedUpBehindLock(db, context, kept)
  const record = await withDiscountsOfNow(db, context, kept, newId, usedUp)
  const { cart } = record
  requireCulture(store, body.cultureCode)
  const priceGroup = await getPriceGroup(db, store.id, body.priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const payments = cart.state === 'ordered' ? await paymentsOf(db, cart.id) : []
  const same = payments.find((payment) => payment.payment_method_id === body.paymentMethodId)
  const countryId = record.billingAddress?.country_id
  const terms = await findPaymentTerms(db, store.id, body.paymentMethodId, { priceGroup, countryId })
  const totals = cartTotals(record, terms ?? { fee: 0, feeRate: 0 })

  await requireSeen(db, context, body, cart, same ? amountOf(payments) : terms && totals.orderTotal)
  if (same) {
    // All of a return is paid back.
    if (same.state === 'refunded') requireSale(await getOrderRow(db, store.id, cart.id))
    return same.id
  }
  if (!terms) throw await paymentUnavailable(db, store.id, body.paymentMethodId)
  await requirePlaceable(db, record, terms)
  const placing = { record, kept, hasOrder, terms, totals }
  if (cart.state === 'ordered') return payAnotherWay(db, context, placing, payments)
  // Who says what they have seen has seen what it costs without what is used up.
  if (body.expectedTotal === undefined) await requireUsesLeft(db, context, placing, usedUp)
  return place(db, context, store, placing)
}

async function paymentUnavailable(db: WriteDb, storeId: string, methodId: string): Promise<CommerceError> {
  const retired = await findRetiredMethod(db, 'payment_methods', storeId, methodId)
  return retired
    ? badRequest(
        'payment-method.retired',
        said`${{ name: retired.name }} is offered no more: choose another payment method`,
        'paymentMethodId',
      )
    : badRequest(
        'payment-method.unavailable',
        'the payment method does not exist or does not serve this country and price group',
        'paymentMethodId',
      )
}

async function place(db: WriteDb, context: Context, store: StoreRecord, placing: Placing): Promise<string> {
  const { record, kept, hasOrder } = placing
  const { id } = record.cart
  const customer = await customerOfOrder(db, context, record)
  const placement = await placementOf(db, context, store, placing, customer)
  const override = await overrideEvent(db, store, record.cart)
  await keepDiscountsOfNow(db, kept, record)
  const moved = await takeStock(db, context, id, record.lines, hasOrder)
  // From here on, whoever places an order of the store waits for this one: everything else has been done before.
  const [version, orderNumber] = await Promise.all([
    closeCart(db, context, placing, customer.id),
    hasOrder ? undefined : nextOrderNumber(db, context.storeId),
  ])
  const paymentId =
    orderNumber === undefined
      ? await placeAgain(db, context, placement, override)
      : await placeFirst(db, context, orderRows(placement, orderNumber), override)
  await insertRows(db, 'stock_movements', moved)
  context.changes.push({ type: 'cart.changed', id, version })
  return paymentId
}

async function placeFirst(
  db: WriteDb,
  context: Context,
  { rows, terms }: ReturnType<typeof orderRows>,
  override: readonly OrderEventRow[],
): Promise<string> {
  await addOrder(db, context, { ...rows, order_events: [...override, ...rows.order_events] }, terms)
  return rows.payments[0].id
}

/** An order that was opened again: its id, number and date stay, and everything else is as the cart is now. */
async function placeAgain(
  db: WriteDb,
  context: Context,
  placement: Placement,
  override: readonly OrderEventRow[],
): Promise<string> {
  const order = await lockOrderRow(db, context.storeId, placement.record.cart.id)
  requireMove(order, 'new')
  const { rows, terms } = orderRows(placement, order.order_number)
  const { orders, order_events: _, ...contents } = rows
  const { id, store_id: __, order_number: number, version: ___, created_at: ____, ...columns } = orders[0]
  // The parcel may be on its way already.
  const { track_and_trace } = columns.shipment_id === null ? columns : order
  await updateOrder(db, context, order, { ...columns, track_and_trace })
  // What refers to lines goes before them.
  for (const table of contentTables) await db.deleteFrom(table).where('order_id', '=', id).execute()
  await deleteTermRows(db, order)
  await insertAll(db, { ...contents, order_events: override })
  await insertTermRows(db, terms)
  if (order.customer_id !== columns.customer_id) await forgetTermsOfCustomer(db, order.customer_id)
  await recordEvent(db, context, id, 'order.placed', { orderNumber: number, again: true })
  return contents.payments[0].id
}

const contentTables = ['order_discounts', 'order_line_properties', 'order_lines', 'order_properties'] as const

/** The cart is an order already: another method in the place of one not received. */
async function payAnotherWay(
  db: WriteDb,
  context: Context,
  placing: Placing,
  payments: readonly PaymentRow[],
): Promise<string> {
  const { record, terms, totals } = placing
  const order = await lockOrderRow(db, context.storeId, record.cart.id)
  requireSale(order)
  requireNotPartlyPaid(order, payments)
  if (order.status !== 'new' || payments.some((payment) => payment.state !== 'pending')) {
    throw conflict(
      'order.not-payable',
      said`The cart has been placed as the order ${{ orderNumber: order.order_number }}, which is in the state "${{ state: orderStatuses[order.status].name }}".`,
    )
  }
  for (const payment of payments) await giveUp(db, context, payment, { cause: 'replaced' })
  const payment = paymentRow({ ...placing, date: timestamp(context.now), newId })
  await insertRow(db, 'payments', payment)
  await updateOrder(db, context, order, {
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
  })
  const version = await closeCart(db, context, placing, order.customer_id)
  context.changes.push({ type: 'cart.changed', id: order.id, version })
  await recordEvent(db, context, order.id, 'payment.chosen', { method: terms.methodName })
  return payment.id
}
