import { addressesOf, type CartRecord } from '../carts/cart.repository.ts'
import { totalsOf, type Totals } from '../pricing/totals.ts'
import { orderColumns } from '../checkout/order-snapshot.ts'
import { timestamp } from '../kernel/clock.ts'
import { orderTerms } from '../orders/order-terms.ts'
import type { Sale } from './draw-sale.ts'
import type { Life } from './order-life.ts'
import type { Random } from './random.ts'
import type { RowWriter } from './row-writer.ts'
import type { TradingShop } from './trading-shop.ts'
import { lineAmounts } from '../orders/line-amounts.ts'

/** How histories name who works at the counter. */
const ACTOR = 'Console'

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
    lines: record.lines.map(lineAmounts),
    shipments: record.shipment ? [record.shipment] : [],
    discount: record.cart.discount,
    terms: payment.terms,
  })

/** The rows of a cart that has not been placed. */
export function addCartRows(rows: RowWriter, record: CartRecord): void {
  rows.add('carts', record.cart)
  for (const line of record.lines) rows.add('cart_lines', line)
  for (const address of addressesOf(record)) rows.add('cart_addresses', address)
  if (record.shipment) rows.add('cart_shipments', record.shipment)
  for (const discount of record.discounts) rows.add('cart_discounts', discount)
}

/** The rows that placing a cart leaves behind, and what has happened to the order since. */
export function addOrderRows(rows: RowWriter, placed: PlacedSale, random: Random): void {
  const { trading, sale, totals, life, orderNumber } = placed
  const { record } = sale
  const { cart, lines, shipment } = record
  const { customer } = sale.buyer
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
  const placedAt = timestamp(new Date(sale.placedAt))
  rows.add('orders', {
    id: cart.id,
    store_id: cart.store_id,
    order_number: orderNumber,
    version: life.version,
    created_at: placedAt,
    ...orderColumns({ record, totals, customer }),
    status: life.status,
    completed_at: life.completedAt === null ? null : timestamp(new Date(life.completedAt)),
  })
  for (const { cart_id: order_id, price_is_set: _, ...line } of lines)
    rows.add('order_lines', { ...line, order_id })
  for (const { cart_id: order_id, ...address } of addressesOf(record)) {
    const country_name = trading.countryName(address.country_id, cart.culture_code)
    rows.add('order_addresses', { ...address, order_id, country_name })
  }
  if (shipment) {
    const { cart_id: order_id, ...columns } = shipment
    rows.add('order_shipments', { ...columns, order_id })
  }
  for (const { cart_id: order_id, ...discount } of record.discounts) {
    rows.add('order_discounts', { ...discount, order_id })
  }
  addPayment(rows, placed, random)
  addHistory(rows, placed, random)
  addTerms(rows, placed)
}

function addPayment(rows: RowWriter, { sale, totals, life }: PlacedSale, random: Random): void {
  const { cart } = sale.record
  const { terms } = sale.payment
  rows.add('payments', {
    id: random.id(sale.placedAt),
    order_id: cart.id,
    store_id: cart.store_id,
    payment_method_id: terms.methodId,
    payment_method_name: terms.methodName,
    state: life.payment.state,
    amount: totals.orderTotal,
    fee: terms.fee,
    fee_ppm: terms.feeRate,
    fee_total: totals.paymentTotal,
    refunded: life.payment.refunded,
    transaction_id: life.payment.transactionId,
    created_at: timestamp(new Date(sale.placedAt)),
  })
}

function addHistory(rows: RowWriter, { sale, life, orderNumber }: PlacedSale, random: Random): void {
  const placing = { at: sale.placedAt, kind: 'order.placed', text: `Order ${orderNumber} placed` }
  for (const [index, { at, kind, text }] of [placing, ...life.events].entries()) {
    rows.add('order_events', {
      // Two at one moment stay in their order: the list is sorted by date, then by id.
      id: random.id(at + index),
      order_id: sale.record.cart.id,
      date: timestamp(new Date(at)),
      actor: ACTOR,
      kind,
      text,
    })
  }
}

function addTerms(rows: RowWriter, { sale, orderNumber }: PlacedSale): void {
  const { customer } = sale.buyer
  const { cart, lines } = sale.record
  const terms = orderTerms({ orderNumber, customer, addresses: addressesOf(sale.record), lines })
  for (const term of terms) rows.add('order_terms', { store_id: cart.store_id, term, order_id: cart.id })
}
