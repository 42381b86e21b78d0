import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { toMinor } from '../../../kernel/money.ts'
import { define } from '../define.ts'

/** What this program calls cash in a new shop; others are told by whoever runs the shop. */
const cash = `'Cash', 'Kontant', 'Bar', '現金'`

/**
 * Cash that is given, and what each day takes by every method: money that comes or goes has a row of its own, beside the
 * others of its day. What came and went before is known from the histories.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  await define(db, [
    'alter table payment_methods add column takes_cash integer not null default 0 check (takes_cash in (0, 1))',
    `update payment_methods set takes_cash = 1 where name in (${cash})`,
    'alter table payments add column cash_given bigint check (cash_given >= 0)',
    `create table payment_transactions (
      store_id text not null,
      date text not null,
      id text not null,
      payment_id text not null,
      kind text not null check (kind in ('capture', 'refund')),
      currency_id text not null,
      amount bigint not null check (amount >= 0),
      cash_rounding bigint not null,
      primary key (store_id, date, id)
    ) ${isServer ? '' : 'without rowid'}`,
    `insert into payment_transactions
      select payment.store_id, coalesce(
          (select max(date) from order_events where order_id = payment.order_id and kind = 'payment.captured'),
          payment.created_at),
        payment.id, payment.id, 'capture', orders.currency_id, payment.amount, 0
      from payments as payment join orders on orders.id = payment.order_id
      where payment.state in ('captured', 'partially_refunded', 'refunded')`,
  ])
  await addRefunds(db)
}

interface Refund {
  readonly id: string
  readonly date: string
  readonly details: string | null
}

interface Refunded {
  readonly id: string
  readonly store_id: string
  readonly order_id: string
  readonly currency_id: string
  readonly created_at: string
  readonly refunded: number | string
}

async function addRefunds(db: Kysely<unknown>): Promise<void> {
  const { rows: payments } = await sql<Refunded>`
    select payment.id, payment.store_id, payment.order_id, orders.currency_id, payment.created_at, payment.refunded
    from payments as payment join orders on orders.id = payment.order_id where payment.refunded > 0`.execute(
    db,
  )
  for (const payment of payments) {
    const { rows: events } = await sql<Refund>`
      select id, date, details from order_events where order_id = ${payment.order_id} and kind = 'payment.refunded'
      order by date, id`.execute(db)
    let left = Number(payment.refunded)
    for (const [index, { id, date, details }] of events.entries()) {
      // What is older than details are does not say how much it was: the last one takes what is left.
      const isLast = index === events.length - 1
      const amount = isLast ? left : Math.min(left, amountIn(details))
      left -= amount
      if (amount > 0) await addRefund(db, payment, { id, date, amount })
    }
    if (left > 0)
      await addRefund(db, payment, { id: payment.order_id, date: payment.created_at, amount: left })
  }
}

function amountIn(details: string | null): number {
  const { amount, currency } = JSON.parse(details ?? '{}') as { amount?: number; currency?: string }
  return amount === undefined || currency === undefined ? 0 : toMinor(amount, currency)
}

async function addRefund(
  db: Kysely<unknown>,
  { currency_id: currencyId, id: paymentId, store_id: storeId }: Refunded,
  { amount, date, id }: { id: string; date: string; amount: number },
): Promise<void> {
  await sql`insert into payment_transactions (store_id, date, id, payment_id, kind, currency_id, amount, cash_rounding)
    values (${storeId}, ${date}, ${id}, ${paymentId}, 'refund', ${currencyId}, ${amount}, 0)`.execute(db)
}
