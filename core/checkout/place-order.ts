import type { Context } from '../access/context.ts'
import { cartTotals } from '../carts/cart-view.ts'
import { loadCart, requireCartCurrency, type CartRecord, type CartRow } from '../carts/cart.repository.ts'
import type { Totals } from '../carts/cart.ts'
import type { WriteDb } from '../database/database.ts'
import { insertRow, prepared, updateRow } from '../database/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict, notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { orderStatuses } from '../orders/order.ts'
import { getOrderRow, nextOrderNumber, recordEvent, updateOrder } from '../orders/order.repository.ts'
import { findPaymentTerms, type PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { paymentsOf, updatePayment } from '../payments/payment.repository.ts'
import type { PlaceOrderBody } from '../payments/payment.schema.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { customerOfOrder } from './customer-of-order.ts'
import { recordOverride } from './price-group-event.ts'
import { copyCartToOrder } from './order-snapshot.ts'

/** What a cart is placed, or paid, with. */
interface Placing {
  readonly record: CartRecord
  readonly terms: PaymentTerms
  readonly totals: Totals
}

/**
 * Section 4.8: turns a cart into an order and a payment. The order's id is the cart's. Repeated with the same method
 * it answers the same payment; another method replaces one that has not been received.
 * @returns the payment's id
 * @throws CommerceError NotFound for a cart that does not exist; BadRequest where it is another store's, has no lines
 *   or no billing address, or the payment method cannot be used; Conflict where it is paid, cancelled or abandoned
 */
export async function placeOrder(db: WriteDb, context: Context, body: PlaceOrderBody): Promise<string> {
  const store = await getStore(db, context.storeId)
  const cart = await getCartToPlace(db, store, body.cartId)
  requireCulture(store, body.cultureCode)
  const record = await loadCart(db, cart)
  const terms = await getTerms(db, store, record, body)
  const placing = { record, terms, totals: cartTotals(record, terms) }
  return cart.state === 'ordered' ? payAgain(db, context, placing) : place(db, context, store, placing)
}

async function getCartToPlace(db: WriteDb, store: StoreRecord, cartId: string): Promise<CartRow> {
  const cart = await cartOfAnyStore.first(db, { cartId })
  if (!cart) throw notFound('cart.not-found', 'there is no such cart', 'cartId')
  if (cart.store_id !== store.id)
    throw badRequest('cart.other-store', 'does not belong to the store', 'cartId')
  if (cart.state === 'abandoned') throw conflict('cart.abandoned', 'The cart has been abandoned.')
  return cart
}

const cartOfAnyStore = prepared((db, { cartId }: { cartId: string }) =>
  db.selectFrom('carts').selectAll().where('id', '=', cartId),
)

async function getTerms(
  db: WriteDb,
  store: StoreRecord,
  { cart, lines, billingAddress }: CartRecord,
  { priceGroupId, paymentMethodId }: PlaceOrderBody,
): Promise<PaymentTerms> {
  if (lines.length === 0) throw badRequest('cart.empty', 'The cart has no lines.')
  if (!billingAddress) throw badRequest('cart.no-billing-address', 'The cart has no billing address.')
  const priceGroup = await getPriceGroup(db, store.id, priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const countryId = billingAddress.country_id
  const terms = await findPaymentTerms(db, store.id, paymentMethodId, { priceGroup, countryId })
  if (!terms) {
    const text = 'the payment method does not exist or does not serve this country and price group'
    throw badRequest('payment-method.unavailable', text, 'paymentMethodId')
  }
  return terms
}

async function place(db: WriteDb, context: Context, store: StoreRecord, placing: Placing): Promise<string> {
  const { record, totals } = placing
  const customer = await customerOfOrder(db, context, record)
  const orderNumber = await nextOrderNumber(db, store.id)

  await copyCartToOrder(db, context, { store, record, totals, customer, orderNumber })
  const paymentId = await insertPayment(db, context, placing)
  await closeCart(db, context, placing, customer.id)
  await recordOverride(db, store, record.cart)
  await recordEvent(db, context, record.cart.id, 'order.placed', `Order ${orderNumber} placed`)
  context.changes.push({ type: 'order.placed', id: record.cart.id, version: 1 })
  return paymentId
}

/** The cart is an order already: the same payment again, or another method in the place of one not received. */
async function payAgain(db: WriteDb, context: Context, placing: Placing): Promise<string> {
  const { record, terms, totals } = placing
  const order = await getOrderRow(db, context.storeId, record.cart.id)
  const payments = await paymentsOf(db, order.id)
  const same = payments.find((payment) => payment.payment_method_id === terms.methodId)
  if (same) return same.id
  if (order.status !== 'new' || payments.some((payment) => payment.state !== 'pending')) {
    throw conflict(
      'order.not-payable',
      `The cart has been placed as the order ${order.order_number}, which is in the state ` +
        `"${orderStatuses[order.status].name}".`,
    )
  }
  for (const payment of payments) {
    await updatePayment(db, payment.id, { state: 'voided' })
    await recordEvent(db, context, order.id, 'payment.voided', `${payment.payment_method_name} replaced`)
  }
  const paymentId = await insertPayment(db, context, placing)
  await updateOrder(db, context, order, {
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
  })
  await closeCart(db, context, placing, record.cart.customer_id)
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
  customerId: string | null,
): Promise<void> {
  const version = cart.version + 1
  await updateRow(db, 'carts', cart.id, {
    state: 'ordered',
    version,
    updated_at: timestamp(now),
    customer_id: customerId,
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
  })
  changes.push({ type: 'cart.changed', id: cart.id, version })
}
