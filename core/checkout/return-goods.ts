import { cartTotals } from '../carts/cart-view.ts'
import { loadCart, type CartRecord } from '../carts/cart.repository.ts'
import { keepDiscountsOfNow, withDiscountsOfNow } from '../carts/discounts-now.ts'
import { giftCardGoods } from '../catalog/product.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRows } from '../database/queries/prepared.ts'
import type { IssuedGiftCard } from '../gift-cards/gift-card.schema.ts'
import { requireHoldable } from '../gift-cards/issue-gift-card.ts'
import { badRequest, conflict, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { orderEvent } from '../orders/order-events.ts'
import { nextOrderNumber } from '../orders/order-number.repository.ts'
import { getOrderRow } from '../orders/order.repository.ts'
import { payBack } from '../orders/payments/refund-payment.ts'
import { addToStock } from '../orders/stock-of-order.ts'
import {
  isPaidByGiftCard,
  isPaidInCash,
  requireOfferedMethod,
  takesNoGiftCard,
  type PaymentTerms,
} from '../payment-methods/payment-method.repository.ts'
import { findDelivery } from '../shipping-methods/shipping-method.repository.ts'
import type { Totals } from '../pricing/totals.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import { customerOfOrder } from './customer-of-order.ts'
import { orderRows } from './order-rows.ts'
import { overrideEvent } from './price-group-event.ts'
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
import type { ReturnGoodsBody } from './return.schema.ts'

interface Returned {
  readonly orderId: string
  readonly paymentId: string
  /** With a method that redeems gift cards. */
  readonly issued: IssuedGiftCard | undefined
}

/**
 * Takes goods back that no order is found of. The cart that they were scanned into becomes a return: an order with a number,
 * papers and a history, of which nothing was received here and everything is paid back, at what the goods cost now. It is no sale
 * and uses no campaign; its tax goes back with its money. By a method that redeems gift cards it is paid back onto a new one.
 * @throws CommerceError NotFound for a cart that does not exist; BadRequest where it is another store's, something is missing in it,
 *   it has a delivery or gift cards, comes to nothing, or to more than the gift card may hold that it is paid back onto, or cannot be
 *   paid back like this, and for a code that no card may have;
 *   Conflict where it is placed, taken back or abandoned, is not what the caller has seen, or another card has the code
 */
export async function returnGoods(db: WriteDb, context: Context, body: ReturnGoodsBody): Promise<Returned> {
  const store = await getStore(db, context.storeId)
  const { cart, hasOrder } = await getCartToPlace(db, store, body.cartId)
  if (hasOrder) {
    requireSale(await getOrderRow(db, store.id, cart.id))
    const text = 'The cart has been placed as an order: what comes back of it is paid back there.'
    throw conflict('return.placed', text)
  }
  const kept = await loadCart(db, cart.id, cart)
  const record = await withDiscountsOfNow(db, context, kept, newId)
  const terms = await termsOf(db, record, body.paymentMethodId)
  const totals = cartTotals(record, terms)
  await requireSeen(db, context, body, cart, totals.orderTotal)
  await requirePlaceable(db, record, terms)
  await requireReturnable(db, record, totals)
  const isOntoCard = await isPaidByGiftCard(db, terms.methodId)
  const { code = null } = body
  if (!isOntoCard && code !== null) throw takesNoGiftCard('code')
  const currency = await getCurrency(db, cart.currency_id)
  if (isOntoCard) requireHoldable(totals.orderTotal, currency, 'expectedTotal')

  const { id: orderId } = cart
  const placing = { record, kept, hasOrder, terms, totals }
  const returned = await writeReturn(db, context, store, placing, { ...body, isOntoCard })
  return { orderId, ...returned }
}

/** A method by which money goes, which costs nothing. */
async function termsOf(
  db: WriteDb,
  { billingAddress, cart }: CartRecord,
  methodId: string,
): Promise<PaymentTerms> {
  const countryId = billingAddress?.country_id
  if (countryId === undefined) throw badRequest('cart.no-billing', 'The cart has no billing address.')
  const methodName = await requireOfferedMethod(db, cart.store_id, methodId, countryId)
  return { methodId, methodName, fee: 0, feeRate: 0, sendsInvoice: false }
}

/** That it is goods alone which come back, and something is paid back for them. */
async function requireReturnable(
  db: WriteDb,
  { cart, lines, shipment }: CartRecord,
  totals: Totals,
): Promise<void> {
  const delivery = shipment && (await findDelivery(db, shipment.shippingMethodId))
  if (shipment && (delivery?.delivers === true || totals.shippingTotal > 0)) {
    const text = said`${{ name: shipment.shipmentName }} is not paid back: choose collection, or no delivery`
    throw badRequest('return.delivery', text, 'shippingMethodId')
  }
  const { isGiftCard } = await giftCardGoods(db, cart.store_id)
  const card = lines.find(({ variantId }) => isGiftCard(variantId))
  if (card) {
    const text = said`${{ productName: card.productName }} is a gift card, which is paid back with its order alone`
    throw badRequest('return.gift-card', text, 'lines')
  }
  if (totals.orderTotal === 0) throw badRequest('return.nothing', 'There is nothing to pay back.')
}

/** Writes it, with the payment that is paid back. */
async function writeReturn(
  db: WriteDb,
  context: Context,
  store: StoreRecord,
  placing: Placing,
  { code, isOntoCard, reason, restock = true, tillId }: ReturnGoodsBody & { readonly isOntoCard: boolean },
): Promise<Pick<Returned, 'paymentId' | 'issued'>> {
  const { record, totals } = placing
  const { cart, lines } = record
  const customer = await customerOfOrder(db, context, record)
  const placement = await placementOf(db, context, store, placing, customer)
  const override = await overrideEvent(db, store, cart)
  await keepDiscountsOfNow(db, placing.kept, record)
  const moved = restock ? await addToStock(db, context, cart.id, lines) : []
  const version = await closeCart(db, context, placing, customer.id)
  const orderNumber = await nextOrderNumber(db, context.storeId)

  const { rows, terms } = orderRows(placement, orderNumber)
  const order = { ...rows.orders[0], status: 'return' as const, completed_at: placement.date }
  const inCash = await isPaidInCash(db, placing.terms.methodId)
  const payment = {
    ...rows.payments[0],
    state: 'captured' as const,
    received_in_cash: Number(inCash),
    gift_card_id: null,
  }
  const events = [...override, orderEvent(context, cart.id, 'order.returned', { orderNumber })]
  await addOrder(db, context, { ...rows, orders: [order], payments: [payment], order_events: events }, terms)
  await insertRows(db, 'stock_movements', moved)
  context.changes.push({ type: 'cart.changed', id: cart.id, version })
  const issued = await payBack(db, context, payment, {
    amount: totals.orderTotal,
    currency: await getCurrency(db, cart.currency_id),
    reason,
    tillId,
    ontoNewGiftCard: isOntoCard,
    code,
    returned: lines.map(({ id: lineId, productName, quantity }) => ({ lineId, productName, quantity })),
  })
  return { paymentId: payment.id, issued }
}
