import type { ReadDb } from '../../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../../database/queries/keyset.ts'
import { listCardsOfRefunds } from '../../gift-cards/gift-card.repository.ts'
import type { Minor } from '../../kernel/money.ts'
import { refundNumber } from '../../kernel/refund-number.ts'
import { lineTotal } from '../../pricing/line.ts'
import { shipmentTotal } from '../../pricing/totals.ts'
import { getCurrency } from '../../stores/store.repository.ts'
import type { OrderRow } from '../order.repository.ts'
import type { ShipmentColumns } from '../order.table.ts'
import { byPosition, toLine, toShipment, type LineRecord } from '../order-contents.ts'
import type { PaymentTransaction } from './payment-transaction.repository.ts'
import { listRefundLines, type RefundLineRow } from './refund-line.repository.ts'
import { amountOf, portion, sumParts, taxMoves, type TaxedPart } from './taxed-money.ts'

/** Money that came or went, and what of it is taxed at which rate. */
export interface TaxedTransaction {
  readonly id: string
  readonly date: string
  readonly kind: PaymentTransaction['kind']
  /** ISO 4217. */
  readonly currency: string
  readonly amount: Minor
  /** How much more than that was handed over in coins and notes, or less. */
  readonly cashRounding: Minor
  /** By rate; they make the amount. */
  readonly parts: readonly TaxedPart[]
  /** The goods that came back with a refund, where somebody said so. */
  readonly returned: readonly ReturnedGoods[]
  /** What the papers of a refund are known by; null of what came. */
  readonly refundNumber: string | null
  /** The last four of the gift card that a refund went onto, where it did. */
  readonly giftCard: string | null
  readonly orderId: string
  readonly orderNumber: string
  readonly paymentId: string
  readonly paymentMethodId: string
  /** As it is called now. */
  readonly paymentMethod: string
  /** The one of whoever carried the money, such as a terminal. */
  readonly transactionId: string | null
}

/** So many pieces of a line of an order. */
export interface ReturnedGoods {
  readonly line: LineRecord
  readonly quantity: number
  /** What they were sold for. */
  readonly part: TaxedPart
}

/** Those of one order, or of a store. */
export type TransactionsWanted = { readonly orderId: string } | StoreTransactions

interface StoreTransactions {
  readonly storeId: string
  /** Only those in it, where it is given. */
  readonly currencyId?: string | undefined
  /** The first moment that is of it, where there is one. */
  readonly from?: string | undefined
  /** The first moment after it that is not. */
  readonly until?: string | undefined
}

/**
 * A page of what came and went, oldest first. What of it is tax is reckoned from the order, which does not change any more once something
 * has come for it, and from what came and went of it before: it is the same whenever it is asked for.
 */
export async function listTaxedTransactions(
  db: ReadDb,
  wanted: TransactionsWanted,
  page: Page,
): Promise<Slice<TaxedTransaction>> {
  const query =
    'orderId' in wanted
      ? transactions(db).where('payment.order_id', '=', wanted.orderId)
      : ofStore(transactions(db), wanted)
  const { next, rows } = await fetchSlice(query, page, 'asc', {
    'moved.date': (row) => row.date,
    'moved.id': (row) => row.id,
  })
  const orders = await ordersOf(db, [...new Set(rows.map((row) => row.order_id))])
  return {
    rows: rows.map((row): TaxedTransaction => {
      const order = orders.get(row.order_id)
      return {
        id: row.id,
        date: row.date,
        kind: row.kind,
        currency: order?.currency ?? '',
        amount: row.amount,
        cashRounding: row.cash_rounding,
        parts: [],
        returned: [],
        refundNumber: null,
        giftCard: null,
        ...order?.reckoned.get(row.id),
        orderId: row.order_id,
        orderNumber: order?.number ?? '',
        paymentId: row.payment_id,
        paymentMethodId: row.payment_method_id,
        paymentMethod: row.payment_method,
        transactionId: row.transaction_id,
      }
    }),
    next,
  }
}

function ofStore(
  query: ReturnType<typeof transactions>,
  { currencyId, from, storeId, until }: StoreTransactions,
): ReturnType<typeof transactions> {
  let found = query.where('moved.store_id', '=', storeId)
  if (from !== undefined) found = found.where('moved.date', '>=', from)
  if (until !== undefined) found = found.where('moved.date', '<', until)
  return currencyId === undefined ? found : found.where('moved.currency_id', '=', currencyId)
}

const transactions = (db: ReadDb) =>
  db
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    // As of payments themselves, a method that they were the first of may be gone, on a server.
    .leftJoin('payment_methods as method', 'method.id', 'payment.payment_method_id')
    .select((eb) => [
      'moved.id',
      'moved.date',
      'moved.kind',
      'moved.refund_place',
      'moved.amount',
      'moved.cash_rounding',
      'moved.payment_id',
      'payment.order_id',
      'payment.payment_method_id',
      eb.fn.coalesce('method.name', 'payment.payment_method_name').as('payment_method'),
      'payment.transaction_id',
    ])

interface OfOrder {
  readonly number: string
  readonly currency: string
  /** Of each of its transactions, by its id. */
  readonly reckoned: ReadonlyMap<
    string,
    Pick<TaxedTransaction, 'parts' | 'refundNumber' | 'returned' | 'giftCard'>
  >
}

async function ordersOf(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, OfOrder>> {
  if (ids.length === 0) return new Map()
  const orders = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', 'in', ids).execute()
  const moves = await transactions(db)
    .where('payment.order_id', 'in', ids)
    // What went back had come before, and refunds came one after the other, also by the clock of a desk that is behind.
    .orderBy('moved.kind')
    .orderBy('moved.refund_place')
    .orderBy('moved.date')
    .orderBy('moved.id')
    .execute()
  const linesOf = Map.groupBy(lines, (row) => row.order_id)
  const movesOf = Map.groupBy(moves, (row) => row.order_id)
  const refunded = new Set(moves.filter(({ kind }) => kind === 'refund').map((move) => move.order_id))
  const returnedOf = Map.groupBy(await listRefundLines(db, [...refunded]), (row) => row.order_id)
  const cardOf = await cardsOfRefunds(db, moves)
  const found = new Map<string, OfOrder>()
  for (const order of orders) {
    const { isoCode } = await getCurrency(db, order.currency_id)
    const sold = (linesOf.get(order.id) ?? []).sort(byPosition).map(toLine)
    const moved = movesOf.get(order.id) ?? []
    const back = Map.groupBy(returnedOf.get(order.id) ?? [], (row) => row.refund_place)
    const returned = moved.map(({ refund_place: place }) =>
      place === null ? [] : goodsOf(back.get(place) ?? [], sold),
    )
    let before = 0
    const taxed = taxMoves(
      partsOf(order, sold),
      moved.map(({ amount, kind }, index) => {
        const parts = (returned[index] ?? []).map(({ part }) => part)
        const goods = paidParts(order, parts, before)
        before += amountOf(parts)
        return { kind, amount, goods }
      }),
      order.status === 'return',
    )
    const reckoned = moved.map((move, index) => {
      const { id, refund_place: place } = move
      return [
        id,
        {
          parts: taxed[index] ?? [],
          returned: returned[index] ?? [],
          refundNumber: place === null ? null : refundNumber(order.order_number, place),
          giftCard: place === null ? null : cardOf(move),
        },
      ] as const
    })
    found.set(order.id, { number: order.order_number, currency: isoCode, reckoned: new Map(reckoned) })
  }
  return found
}

/** Finds the card that a refund went onto, which has the same moment. */
async function cardsOfRefunds(
  db: ReadDb,
  moves: readonly { readonly kind: string; readonly payment_id: string }[],
): Promise<(move: { readonly payment_id: string; readonly date: string }) => string | null> {
  const refunded = moves.filter(({ kind }) => kind === 'refund').map((move) => move.payment_id)
  const cards = await listCardsOfRefunds(db, [...new Set(refunded)])
  const lastOf = new Map(cards.map((card) => [`${card.paymentId} ${card.date}`, card.lastCharacters]))
  return ({ date, payment_id: paymentId }) => lastOf.get(`${paymentId} ${date}`) ?? null
}

/** What an order is made of, by rate. */
export async function taxedPartsOf(db: ReadDb, order: OrderRow): Promise<TaxedPart[]> {
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
  return partsOf(order, lines.map(toLine))
}

/** Of a line, what its money is made of. */
type SoldLine = Pick<LineRecord, 'price' | 'quantity' | 'tax' | 'taxRate' | 'unitDiscount'>

export function partsOf(
  order: ShipmentColumns & Pick<OrderRow, 'discount' | 'payment_total'>,
  lines: readonly SoldLine[],
): TaxedPart[] {
  const shipment = toShipment(order)
  return sumParts([
    ...lines.map((line) => soldPart(line)),
    ...(shipment ? [{ rate: shipment.taxRate, amount: shipmentTotal(shipment), tax: shipment.tax }] : []),
    { rate: null, amount: order.payment_total - order.discount, tax: 0 },
  ])
}

/**
 * What was paid for goods: as they were sold, less their share of what was off the order as a whole, delivery included. Those that
 * come back one after the other are together what they are at once, to the minor unit.
 * @param before what came back earlier was sold for
 */
function paidParts(
  { discount, shipping_total: shipping, sub_total: goods }: OrderRow,
  parts: readonly TaxedPart[],
  before: Minor,
): readonly TaxedPart[] {
  if (parts.length === 0 || discount === 0) return parts
  const off = (sold: Minor): Minor => portion(discount, sold, goods + shipping)
  return [...parts, { rate: null, amount: off(before) - off(before + amountOf(parts)), tax: 0 }]
}

const soldPart = (line: SoldLine, quantity = line.quantity): TaxedPart => ({
  rate: line.taxRate,
  amount: lineTotal({ ...line, quantity }),
  tax: quantity * line.tax,
})

const goodsOf = (lines: readonly RefundLineRow[], sold: readonly LineRecord[]): ReturnedGoods[] =>
  sold.flatMap((line) =>
    lines
      .filter((row) => row.line_id === line.id)
      .map(({ quantity }) => ({ line, quantity, part: soldPart(line, quantity) })),
  )
