import { cartTotals } from '../carts/cart-view.ts'
import {
  cartChanged,
  loadCart,
  requireCartCurrency,
  type CartRecord,
  type CartRow,
} from '../carts/cart.repository.ts'
import { etagOf } from '../http/etag.ts'
import type { Context } from '../operations/context.ts'
import type { Totals } from '../pricing/totals.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow, prepared, updateSeen } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, CommerceError, conflict, notFound, type Fault } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { plainAmount, toMinor, type Minor } from '../kernel/money.ts'
import { findOrderRow, getOrderRow, updateOrder } from '../orders/order.repository.ts'
import { nextOrderNumber } from '../orders/order-number.repository.ts'
import { recordEvent } from '../orders/order-events.ts'
import { requireMove } from '../orders/move-order.ts'
import { orderStatuses } from '../orders/order-states.ts'
import { findPaymentTerms, type PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { paymentsOf, updatePayment, type PaymentRow } from '../orders/payments/payment.repository.ts'
import type { PlaceOrderBody } from '../orders/payments/payment.schema.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { customerOfOrder } from './customer-of-order.ts'
import { recordOverride } from './price-group-event.ts'
import { copyCartToOrder, copyCartToOrderAgain } from './order-snapshot.ts'
import { requirePlaceable } from './require-placeable.ts'

/** What a cart is placed, or paid, with. */
interface Placing {
  readonly record: CartRecord
  readonly terms: PaymentTerms
  readonly totals: Totals
}

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
  const cart = await getCartToPlace(db, store, body.cartId)
  requireCulture(store, body.cultureCode)
  const priceGroup = await getPriceGroup(db, store.id, body.priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const record = await loadCart(db, cart)
  const payments = cart.state === 'ordered' ? await paymentsOf(db, cart.id) : []
  const same = payments.find((payment) => payment.payment_method_id === body.paymentMethodId)
  const countryId = record.billingAddress?.country_id
  const terms = await findPaymentTerms(db, store.id, body.paymentMethodId, { priceGroup, countryId })
  const totals = cartTotals(record, terms ?? { fee: 0, feeRate: 0 })

  await requireSeen(db, context, body, cart, same?.amount ?? totals.orderTotal)
  if (same) return same.id
  if (!terms) {
    const text = 'the payment method does not exist or does not serve this country and price group'
    throw badRequest('payment-method.unavailable', text, 'paymentMethodId')
  }
  await requirePlaceable(db, record, terms)
  const placing = { record, terms, totals }
  return cart.state === 'ordered'
    ? payAnotherWay(db, context, placing, payments)
    : place(db, context, store, placing)
}

async function getCartToPlace(db: WriteDb, store: StoreRecord, cartId: string): Promise<CartRow> {
  const cart = await cartOfAnyStore.first(db, { cartId })
  if (!cart) throw notFound('cart.not-found', 'there is no such cart', 'cartId')
  if (cart.store_id !== store.id)
    throw badRequest('cart.other-store', 'does not belong to the store', 'cartId')
  if (cart.state === 'abandoned') {
    const order = await findOrderRow(db, store.id, cartId)
    const text = order
      ? `The order ${order.order_number} has been cancelled.`
      : 'The cart has been abandoned.'
    throw conflict('cart.abandoned', text)
  }
  return cart
}

const cartOfAnyStore = prepared((db, { cartId }: { cartId: string }) =>
  db.selectFrom('carts').selectAll().where('id', '=', cartId),
)

/**
 * Nobody is charged what they have not seen.
 * @param cost what the order would cost now
 * @throws CommerceError Conflict, with the cart's version, where the caller has seen another one or another total
 */
async function requireSeen(
  db: WriteDb,
  { ifMatch }: Context,
  { expectedTotal }: PlaceOrderBody,
  cart: CartRow,
  cost: Minor,
): Promise<void> {
  const faults: Fault[] = []
  if (expectedTotal !== undefined) {
    const { isoCode } = await getCurrency(db, cart.currency_id)
    const expected = toMinor(expectedTotal, isoCode)
    if (expected !== cost) {
      const text = `the order would cost ${plainAmount(cost, isoCode)}, not ${plainAmount(expected, isoCode)}`
      faults.push({ text, field: 'expectedTotal' })
    }
  }
  if (ifMatch !== undefined && ifMatch !== '*' && !isCurrent(cart, ifMatch))
    throw cartChanged(cart, ...faults)
  if (faults.length > 0) {
    throw new CommerceError('Conflict', 'order.total', faults, { etag: etagOf(cart.version) })
  }
}

/** On a placed cart, any version since it was placed: whoever has lost the answer repeats the request. */
function isCurrent({ version, placed_version }: CartRow, ifMatch: string): boolean {
  const first = placed_version ?? version
  return Array.from({ length: version - first + 1 }, (_, index) => etagOf(first + index)).includes(ifMatch)
}

async function place(db: WriteDb, context: Context, store: StoreRecord, placing: Placing): Promise<string> {
  const { record, totals } = placing
  const { id } = record.cart
  const customer = await customerOfOrder(db, context, record)
  const earlier = await findOrderRow(db, store.id, id)
  let orderNumber: string
  if (earlier) {
    requireMove(earlier, 'new')
    await copyCartToOrderAgain(db, context, { store, record, totals, customer, order: earlier })
    orderNumber = earlier.order_number
  } else {
    orderNumber = await nextOrderNumber(db, store.id)
    await copyCartToOrder(db, context, { store, record, totals, customer, orderNumber })
    context.changes.push({ type: 'order.placed', id, version: 1 })
  }
  const paymentId = await insertPayment(db, context, placing)
  await closeCart(db, context, placing, customer.id)
  await recordOverride(db, store, record.cart)
  await recordEvent(db, context, id, 'order.placed', `Order ${orderNumber} placed${earlier ? ' again' : ''}`)
  return paymentId
}

/** The cart is an order already: another method in the place of one not received. */
async function payAnotherWay(
  db: WriteDb,
  context: Context,
  placing: Placing,
  payments: readonly PaymentRow[],
): Promise<string> {
  const { record, terms, totals } = placing
  const order = await getOrderRow(db, context.storeId, record.cart.id)
  if (order.status !== 'new' || payments.some((payment) => payment.state !== 'pending')) {
    throw conflict(
      'order.not-payable',
      `The cart has been placed as the order ${order.order_number}, which is in the state ` +
        `"${orderStatuses[order.status].name}".`,
    )
  }
  for (const payment of payments) {
    await updatePayment(db, payment, { state: 'voided' })
    await recordEvent(db, context, order.id, 'payment.voided', `${payment.payment_method_name} replaced`)
  }
  const paymentId = await insertPayment(db, context, placing)
  await updateOrder(db, context, order, {
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
  })
  await closeCart(db, context, placing, order.customer_id)
  await recordEvent(db, context, order.id, 'payment.chosen', `To be paid by ${terms.methodName}`)
  return paymentId
}

async function insertPayment(db: WriteDb, { storeId, now }: Context, placing: Placing): Promise<string> {
  const { record, terms, totals } = placing
  const id = newId()
  await insertRow(db, 'payments', {
    id,
    order_id: record.cart.id,
    store_id: storeId,
    payment_method_id: terms.methodId,
    payment_method_name: terms.methodName,
    state: 'pending',
    amount: totals.orderTotal,
    fee: terms.fee,
    fee_ppm: terms.feeRate,
    fee_total: totals.paymentTotal,
    refunded: 0,
    transaction_id: null,
    created_at: timestamp(now),
  })
  return id
}

/** The cart shows what the order costs with its payment: a new version of it. */
async function closeCart(
  db: WriteDb,
  { now, changes }: Context,
  { record: { cart }, totals }: Placing,
  customerId: string,
): Promise<void> {
  const version = cart.version + 1
  const seen = { version: cart.version }
  const isClosed = await updateSeen(db, 'carts', cart.id, seen, {
    state: 'ordered',
    version,
    placed_version: cart.placed_version ?? cart.version,
    updated_at: timestamp(now),
    customer_id: customerId,
    customer_from_bill: cart.customer_id === null ? 1 : cart.customer_from_bill,
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
  })
  if (!isClosed) throw cartChanged(cart)
  changes.push({ type: 'cart.changed', id: cart.id, version })
}
