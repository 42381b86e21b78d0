import { CONSOLE_NAME } from '../access/console-access.ts'
import { happening } from '../orders/order-event.ts'
import { contentColumns, type CartRecord } from '../carts/cart.repository.ts'
import { totalsOf, type Totals } from '../pricing/totals.ts'
import { orderRows } from '../checkout/order-rows.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Sale } from './draw-sale.ts'
import type { Life, LifeEvent } from './order-life.ts'
import type { Random } from './random.ts'
import type { RowWriter } from './row-writer.ts'
import {
  paymentTransactionRow,
  type PaymentTransaction,
} from '../orders/payments/payment-transaction.repository.ts'
import { refundLineRows } from '../orders/payments/refund-line.repository.ts'
import type { PaymentRow } from '../orders/payments/payment.repository.ts'
import type { TradingShop } from './trading-shop.ts'
import { cartLineRow } from '../carts/cart-line.repository.ts'
import { cartDiscountRow } from '../carts/cart-discount.repository.ts'

export interface PlacedSale {
  readonly trading: TradingShop
  readonly sale: Sale
  readonly totals: Totals
  readonly life: Life
  readonly orderNumber: string
}

/** What the sale comes to with its payment. */
export const saleTotals = ({ record, payment }: Sale): Totals =>
  totalsOf({
    lines: record.lines,
    shipments: record.shipment ? [record.shipment] : [],
    discount: record.cart.discount,
    terms: payment.terms,
  })

/** The rows of a cart that has not been placed. */
export function addCartRows(rows: RowWriter, record: CartRecord): void {
  const { id } = record.cart
  rows.add('carts', { ...record.cart, ...contentColumns(record) })
  for (const line of record.lines) rows.add('cart_lines', cartLineRow(id, line))
  for (const discount of record.discounts) rows.add('cart_discounts', cartDiscountRow(id, discount))
}

/** The rows that placing a cart leaves behind, and what has happened to the order since. */
export function addOrderRows(rows: RowWriter, placed: PlacedSale, random: Random): void {
  const { trading, sale, totals, life, orderNumber } = placed
  const { record } = sale
  const { cart } = record
  addCartRows(rows, {
    ...record,
    cart: {
      ...cart,
      state: 'ordered',
      version: cart.version + 1,
      placed_version: cart.version,
      payment_total: totals.paymentTotal,
      order_total: totals.orderTotal,
    },
  })
  const { rows: made, terms } = orderRows(
    {
      record,
      totals,
      customer: sale.buyer.customer,
      terms: sale.payment.terms,
      date: timestamp(new Date(sale.placedAt)),
      actor: CONSOLE_NAME,
      isGiftCard: trading.isGiftCard,
      countryName: (countryId) => trading.countryName(countryId, cart.culture_code),
      newId: () => random.id(sale.placedAt),
    },
    orderNumber,
  )
  const { orders, payments, order_events: _, ...contents } = made
  const { state, refunded, transactionId: transaction_id, receivedInCash } = life.payment
  const received_in_cash = receivedInCash === null ? null : Number(receivedInCash)
  const completed_at = life.completedAt === null ? null : timestamp(new Date(life.completedAt))
  rows.addAll({
    orders: orders.map((order) => ({ ...order, status: life.status, version: life.version, completed_at })),
    ...contents,
    payments: payments.map((payment) => ({ ...payment, state, refunded, transaction_id, received_in_cash })),
  })
  rows.addUnlessThere('order_terms', terms.rows)
  addHistory(rows, placed, payments, random)
}

/** What money has come and gone by is told by these. */
const moved: Partial<Record<LifeEvent['kind'], PaymentTransaction['kind']>> = {
  'payment.captured': 'capture',
  'payment.refunded': 'refund',
}

function addHistory(
  rows: RowWriter,
  { sale, life, orderNumber, totals }: PlacedSale,
  [payment]: readonly [Pick<PaymentRow, 'id' | 'store_id'>],
  random: Random,
): void {
  const kind = life.status === 'return' ? 'order.returned' : 'order.placed'
  const placing: LifeEvent = { at: sale.placedAt, kind, details: { orderNumber } }
  const { id: orderId, currency_id: currencyId } = sale.record.cart
  for (const [index, { at, kind: happened, details, returned = [] }] of [placing, ...life.events].entries()) {
    // Two at one moment stay in their order: the list is sorted by date, then by id.
    const id = random.id(at + index)
    const date = timestamp(new Date(at))
    rows.add('order_events', {
      id,
      order_id: orderId,
      date,
      actor: CONSOLE_NAME,
      ...happening(happened, details),
    })
    const way = moved[happened]
    if (way === undefined) continue
    const { cashRounding } = life
    const refundPlace = way === 'refund' ? 1 : undefined
    const transaction = { kind: way, refundPlace, currencyId, amount: totals.orderTotal, cashRounding }
    rows.add('payment_transactions', paymentTransactionRow(payment, transaction, { date, id }))
    if (refundPlace !== undefined)
      rows.addAll({ refund_lines: refundLineRows({ orderId, place: refundPlace }, returned) })
  }
}
