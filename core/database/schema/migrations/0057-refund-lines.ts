import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { chunksOf } from '../../../kernel/chunks.ts'
import { toMajor } from '../../../kernel/money.ts'
import { define } from '../define.ts'

/** Orders that are in memory at a time, and rows of one statement. */
const ORDERS = 10_000
const ROWS = 1000

/**
 * What came back with refunds has rows of its own, those of an order side by side. Until now the histories alone told of it, which are
 * for people to read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  await define(db, [
    `create table refund_lines (
      order_id text not null references orders (id),
      refund_place integer not null,
      line_id text not null,
      quantity integer not null check (quantity > 0),
      primary key (order_id, refund_place, line_id)
    ) ${isServer ? '' : 'without rowid'}`,
  ])
  const { rows: orders } = await sql<{ id: string }>`
    select distinct order_id as id from order_events where kind = 'payment.refunded' and details like '%"lines"%'
    order by 1`.execute(db)
  for (const some of chunksOf(orders, ORDERS)) {
    const told = await linesTold(
      db,
      some.map(({ id }) => id),
    )
    for (const rows of chunksOf(told, ROWS)) {
      const values = rows.map((row) => sql`(${sql.join(row)})`)
      await sql`insert into refund_lines (order_id, refund_place, line_id, quantity) values ${sql.join(values)}`.execute(
        db,
      )
    }
  }
}

type RefundLine = readonly [orderId: string, place: number, lineId: string, quantity: number]

interface Refund {
  readonly order_id: string
  readonly place: number
  readonly date: string
  readonly amount: number | string
  readonly iso_code: string
}

interface Told {
  readonly order_id: string
  readonly date: string
  readonly details: string | null
}

/** What the histories of orders tell of goods that came back. */
async function linesTold(db: Kysely<unknown>, orderIds: readonly string[]): Promise<RefundLine[]> {
  const ids = sql.join(orderIds)
  const { rows: refunds } = await sql<Refund>`
    select payment.order_id, moved.refund_place as place, moved.date, moved.amount, currency.iso_code
    from payments as payment
      join payment_transactions as moved on moved.payment_id = payment.id
      join currencies as currency on currency.id = moved.currency_id
    where payment.order_id in (${ids}) and moved.refund_place is not null
    order by moved.refund_place`.execute(db)
  const { rows: events } = await sql<Told>`
    select order_id, date, details from order_events where order_id in (${ids}) and kind = 'payment.refunded'
    order by date, id`.execute(db)
  const { rows: lines } = await sql<{ order_id: string; id: string }>`
    select order_id, id from order_lines where order_id in (${ids})`.execute(db)
  const sold = new Set(lines.map(({ id, order_id: orderId }) => `${orderId} ${id}`))
  const eventsOf = Map.groupBy(events, (row) => row.order_id)
  const pieces = new Map<string, RefundLine>()
  for (const [orderId, ofOrder] of Map.groupBy(refunds, (row) => row.order_id)) {
    for (const { goods, place } of withRefunds(ofOrder, eventsOf.get(orderId) ?? [])) {
      for (const { lineId, quantity } of goods.filter((one) => sold.has(`${orderId} ${one.lineId}`))) {
        const key = `${orderId} ${place} ${lineId}`
        pieces.set(key, [orderId, place, lineId, (pieces.get(key)?.[3] ?? 0) + quantity])
      }
    }
  }
  return [...pieces.values()]
}

/**
 * The goods that entries tell of, by the refunds that they were written with: these are of the same moment and amount. An entry that
 * there is no such refund for is of one that is left or, where none is, of the last.
 */
function withRefunds(
  refunds: readonly Refund[],
  events: readonly Told[],
): { readonly place: number; readonly goods: readonly Goods[] }[] {
  const entries = events.map(({ date, details }) => ({ date, ...detailsIn(details) }))
  const left: number[] = []
  const found = []
  for (const { amount, date, iso_code: isoCode, place } of refunds) {
    const major = toMajor(Number(amount), isoCode)
    const index = entries.findIndex((entry) => entry.date === date && entry.amount === major)
    const [entry] = index === -1 ? [] : entries.splice(index, 1)
    if (entry) found.push({ place, goods: entry.goods })
    else left.push(place)
  }
  for (const { goods } of entries.filter((entry) => entry.goods.length > 0))
    found.push({ place: left.shift() ?? refunds.at(-1)?.place ?? 1, goods })
  return found
}

interface Goods {
  readonly lineId: string
  readonly quantity: number
}

/** What can be read of details, whatever somebody has made of them. */
function detailsIn(text: string | null): { readonly amount: unknown; readonly goods: readonly Goods[] } {
  const { amount, lines } = fieldsOf(parsed(text))
  const goods = Array.isArray(lines) ? lines.map((line: unknown) => fieldsOf(line)) : []
  return {
    amount,
    goods: goods.flatMap(({ lineId, quantity }) =>
      typeof lineId === 'string' && isQuantity(quantity) ? [{ lineId, quantity }] : [],
    ),
  }
}

/** As lines have them. */
const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1_000_000

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
