import type { CartTable } from '../carts/cart.table.ts'
import { totalsOf } from '../pricing/totals.ts'
import type { Engine, ReadDb } from '../database/engine.ts'
import { inChunks } from '../database/queries/in-chunks.ts'
import { listGiftCardsOfOrders, type GiftCardRow } from '../gift-cards/gift-card.repository.ts'
import { roundingInCash } from '../kernel/cash.ts'
import { plainAmount, type Minor } from '../kernel/money.ts'
import type { OrderRow } from './order.repository.ts'
import type { OrderState } from './order-states.ts'
import { refundLinesToCheck } from './payments/check-refund-lines.ts'
import { paidForCards, thatCount } from './payments/issued-gift-cards.ts'
import { heldOf, heldOfAll, paymentsToShow, type PaymentState } from './payments/payment.ts'
import { amountOf } from './payments/taxed-money.ts'
import {
  findUnbalanced,
  listMovedOfOrders,
  type MovedOfOrder,
} from './payments/payment-transaction.repository.ts'
import type { PaymentRow } from './payments/payment.repository.ts'
import {
  type LineRecord,
  type ShipmentRecord,
  type DiscountRecord,
  toLine,
  toShipment,
  toDiscount,
} from './order-contents.ts'
import { taxOf, lineDiscount } from '../pricing/line.ts'

/** Orders that are held in memory at a time. */
const CHUNK = 500

/** What the cart of an order in each state may be. */
const cartsOf: Readonly<Record<OrderState, readonly CartTable['state'][]>> = {
  new: ['ordered'],
  reopened: ['open'],
  paid: ['ordered'],
  completed: ['ordered'],
  cancelled: ['ordered', 'abandoned'],
  return: ['ordered'],
}

/** Something about an order that must not be. */
export interface OrderFault {
  readonly orderId: string
  readonly orderNumber: string
  readonly text: string
}

/**
 * Reckons every order anew from its lines, shipment and payments, and compares.
 * @param onProgress is told how many have been looked at
 * @returns how many orders there are, and what does not agree
 */
export async function checkOrders(
  database: Pick<Engine, 'read'>,
  onProgress: (orders: number) => void = () => undefined,
): Promise<{ orders: number; faults: OrderFault[] }> {
  const faults: OrderFault[] = []
  let orders = 0
  for await (const { found, rows } of inChunks(database, listOrdersAfter, checkChunk)) {
    faults.push(...found)
    orders += rows.length
    onProgress(orders)
  }
  return { orders, faults: [...faults, ...(await database.read(checkTransactions))] }
}

const listOrdersAfter = async (db: ReadDb, after: string): Promise<OrderRow[]> =>
  db.selectFrom('orders').selectAll().where('id', '>', after).orderBy('id').limit(CHUNK).execute()

/** What came and went of each payment is what is held of it. */
async function checkTransactions(db: ReadDb): Promise<OrderFault[]> {
  const differing = await findUnbalanced(db)
  return differing.map(({ amount, held, isoCode, moved, orderId, orderNumber }) => {
    const say = sayIn(isoCode)
    const text = `${say(held)} of a payment of ${say(amount)} is held, and its transactions make ${say(moved)}`
    return { orderId, orderNumber, text }
  })
}

/** Writes an amount as a person knows it: `12.50 EUR`. */
type Say = (amount: Minor) => string
const sayIn =
  (isoCode: string): Say =>
  (amount) =>
    plainAmount(amount, isoCode)

async function checkChunk(db: ReadDb, orders: readonly OrderRow[]): Promise<OrderFault[]> {
  const ids = orders.map((order) => order.id)
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', 'in', ids).execute()
  const discounts = await db.selectFrom('order_discounts').selectAll().where('order_id', 'in', ids).execute()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute()
  const moved = await listMovedOfOrders(db, ids)
  const checkRefundLines = await refundLinesToCheck(db, ids)
  const giftCards = await listGiftCardsOfOrders(db, ids)
  const carts = await db.selectFrom('carts').select(['id', 'state']).where('id', 'in', ids).execute()
  const currencies = await db.selectFrom('currencies').select(['id', 'iso_code']).execute()
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const discountsOf = Map.groupBy(discounts, (discount) => discount.order_id)
  const paymentsOf = Map.groupBy(payments, (payment) => payment.order_id)
  const movedOf = Map.groupBy(moved, (transaction) => transaction.order_id)
  const giftCardsOf = Map.groupBy(giftCards, (card) => card.order_id)
  const cartStates = new Map(carts.map((cart) => [cart.id, cart.state]))
  const isoCodes = new Map(currencies.map((currency) => [currency.id, currency.iso_code]))

  return orders.flatMap((order) => {
    const say = sayIn(isoCodes.get(order.currency_id) ?? '')
    const ofOrder = (linesOf.get(order.id) ?? []).map(toLine)
    const shipment = toShipment(order)
    const shipped = shipment ? [shipment] : []
    const discounted = (discountsOf.get(order.id) ?? []).map(toDiscount)
    const texts = [
      ...checkTotals(say, order, ofOrder, shipped),
      ...checkDiscounts(say, order, ofOrder, shipped, discounted),
      ...checkPayments(say, order, paymentsOf.get(order.id) ?? []),
      ...checkMoved(isoCodes, order, movedOf.get(order.id) ?? []),
      ...checkRefundLines(order, ofOrder, movedOf.get(order.id) ?? []),
      ...checkGiftCards(say, order, paymentsOf.get(order.id) ?? [], giftCardsOf.get(order.id) ?? []),
    ]
    if (ofOrder.length === 0) texts.push('it has no lines')
    for (const line of ofOrder) {
      const tax = taxOf(line.price, line.unitDiscount, line.taxRate)
      if (line.tax !== tax) {
        texts.push(`the tax of ${line.variantSku ?? line.sku} is ${say(line.tax)}, not ${say(tax)}`)
      }
    }
    for (const shipment of shipped) {
      const tax = taxOf(shipment.price, shipment.discount, shipment.taxRate)
      if (shipment.tax !== tax) {
        texts.push(`the tax of the shipment is ${say(shipment.tax)}, not ${say(tax)}`)
      }
    }
    const cart = cartStates.get(order.id)
    if (!cartsOf[order.status].some((state) => state === cart)) {
      texts.push(`it is ${order.status}, but its cart is ${cart ?? 'missing'}`)
    }
    return texts.map((text) => ({ orderId: order.id, orderNumber: order.order_number, text }))
  })
}

function checkTotals(
  say: Say,
  order: OrderRow,
  lines: Parameters<typeof totalsOf>[0]['lines'],
  shipments: Parameters<typeof totalsOf>[0]['shipments'],
): string[] {
  const totals = totalsOf({
    lines,
    shipments,
    discount: order.discount,
    terms: { fee: order.payment_total, feeRate: 0 },
  })
  const pairs: readonly (readonly [string, number, number])[] = [
    ['subTotal', order.sub_total, totals.subTotal],
    ['shippingTotal', order.shipping_total, totals.shippingTotal],
    ['discountTotal', order.discount_total, totals.discountTotal],
    ['tax', order.tax, totals.tax],
    ['orderTotal', order.order_total, totals.orderTotal],
  ]
  return pairs
    .filter(([, kept, reckoned]) => kept !== reckoned)
    .map(([name, kept, reckoned]) => `${name} is ${say(kept)}, its parts make ${say(reckoned)}`)
}

/** What was taken off lines, shipment and order is accounted for by the campaigns, each and altogether. */
function checkDiscounts(
  say: Say,
  order: OrderRow,
  lines: readonly LineRecord[],
  shipments: readonly ShipmentRecord[],
  discounts: readonly DiscountRecord[],
): string[] {
  const sumOf = (isOf: (discount: DiscountRecord) => boolean): number =>
    discounts.filter(isOf).reduce((sum, discount) => sum + discount.amount, 0)
  const compare = (name: string, kept: number, parts: number): string[] =>
    kept === parts ? [] : [`the discount of ${name} is ${say(kept)}, its parts make ${say(parts)}`]
  const shipping = shipments.reduce((sum, shipment) => sum + shipment.discount, 0)
  return [
    ...lines.flatMap((line) =>
      compare(
        line.variantSku ?? line.sku,
        lineDiscount(line),
        sumOf((discount) => discount.lineId === line.id),
      ),
    ),
    ...compare(
      'the shipment',
      shipping,
      sumOf((discount) => discount.target === 'shipping'),
    ),
    ...compare(
      'the order',
      order.discount,
      sumOf((discount) => discount.target === 'order'),
    ),
    ...compare(
      'everything',
      order.discount_total,
      sumOf(() => true),
    ),
  ]
}

/** Those of its payments that count are for what the order costs, together, and stand as the order does. */
function checkPayments(say: Say, order: OrderRow, payments: readonly PaymentRow[]): string[] {
  const shown = paymentsToShow(order, payments)
  if (shown.length === 0) return ['it has no payment']
  const texts = payments.flatMap((payment) => checkPayment(say, payment))
  const amount = amountOf(shown)
  // Of one that was cancelled when a part had been received, the rest counts no more.
  const isPart = order.status === 'cancelled' && shown.some(({ state }) => state !== 'voided')
  if (isPart ? amount > order.order_total : amount !== order.order_total) {
    texts.push(`its payments come to ${say(amount)}, not the total of ${say(order.order_total)}`)
  }
  const fee = shown.reduce((sum, payment) => sum + payment.fee_total, 0)
  if (fee !== order.payment_total) {
    texts.push(`the fee of its payments is ${say(fee)}, not ${say(order.payment_total)}`)
  }
  const states = new Set(shown.map(({ state }) => state))
  const isPartlyPaid = order.status === 'new' && [...states].toSorted().join() === 'captured,pending'
  const wrong = [...states].filter((state) => !paymentsOf[order.status].includes(state))
  if (wrong.length > 0 && !isPartlyPaid) {
    texts.push(`it is ${order.status}, but a payment of it is ${wrong.join(', ')}`)
  }
  if (shown.filter(({ state }) => state === 'pending').length > 1) texts.push('a replaced payment counts')
  return texts
}

/** What came and went of it is in its currency, rounded to what coins can pay, and counted with its till, or still to be. */
function checkMoved(
  isoCodes: ReadonlyMap<string, string>,
  order: OrderRow,
  moved: readonly MovedOfOrder[],
): string[] {
  const isoCode = isoCodes.get(order.currency_id) ?? ''
  const say = sayIn(isoCode)
  const refunded = new Map<string, Minor>()
  return moved.flatMap((transaction) => {
    const {
      amount,
      cash_rounding: rounding,
      currency_id: currencyId,
      kind,
      payment_id: paymentId,
    } = transaction
    const before = kind === 'refund' ? (refunded.get(paymentId) ?? 0) : 0
    if (kind === 'refund') refunded.set(paymentId, before + amount)
    if (currencyId !== order.currency_id) {
      return [`a transaction of ${plainAmount(amount, isoCodes.get(currencyId) ?? '')} is not in ${isoCode}`]
    }
    const texts: string[] = []
    const isInTill = transaction.awaits_count === 1 || transaction.till_count_id !== null
    const reckoned = roundingInCash(amount, isoCode, before)
    // None at all tells nothing: earlier versions did not know some coins. Before tills were counted, they rounded what was paid back
    // in parts each by itself.
    if (rounding !== 0 && rounding !== reckoned && (isInTill || before === 0)) {
      texts.push(`the rounding of ${say(amount)} in cash is ${say(rounding)}, not ${say(reckoned)}`)
    }
    // What is of no till may be older than counts, and of the store's own, which has no name.
    if (transaction.till_id !== null && !isInTill) {
      texts.push(`a transaction of ${say(amount)} at a till awaits no count, and is in none`)
    }
    return texts
  })
}

/** What stays of its money pays for the gift cards that were sold with it. */
function checkGiftCards(
  say: Say,
  order: OrderRow,
  payments: readonly PaymentRow[],
  giftCards: readonly GiftCardRow[],
): string[] {
  const cards = thatCount(giftCards)
  const held = heldOfAll(payments)
  const left = paidForCards(order, held, cards)
  return cards.length > 0 && left < 0
    ? [`its gift cards stand for ${say(-left)} that has been paid back`]
    : []
}

/** How the payments of an order in each state may stand; those of a new one also received but for the last. */
const paymentsOf: Readonly<Record<OrderState, readonly PaymentState[]>> = {
  new: ['pending', 'voided'],
  reopened: ['voided'],
  paid: ['captured', 'partially_refunded', 'refunded'],
  completed: ['captured', 'partially_refunded', 'refunded'],
  cancelled: ['voided', 'captured', 'partially_refunded', 'refunded'],
  return: ['refunded'],
}

/** What has been paid back is what the state says: nothing, a part, or everything. */
function checkPayment(say: Say, payment: PaymentRow): string[] {
  const { state, amount, refunded } = payment
  const isRight =
    state === 'partially_refunded'
      ? refunded > 0 && heldOf(payment) > 0
      : refunded === (state === 'refunded' ? amount : 0)
  return isRight
    ? []
    : [`a payment of ${say(amount)} is ${state}, and ${say(refunded)} of it has been paid back`]
}
