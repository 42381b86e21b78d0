import { sql, type Kysely } from 'kysely'
import { define } from '../define.ts'

/** So long before the last count of a till money was looked at that it had not counted. */
const LATE_MS = 24 * 60 * 60 * 1000

interface LastCount {
  readonly store_id: string
  readonly currency_id: string
  readonly till_id: string | null
  readonly date: string
}

/**
 * Cash says itself that it is still to be counted: it was told by its date, which a wrong clock makes one long before the last count.
 * What was there before a till was counted first is in no count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    'alter table payment_transactions add column awaits_count integer not null default 0 check (awaits_count in (0, 1))',
    `create index payment_transactions_to_count on payment_transactions (currency_id, till_id) where awaits_count = 1`,
  ])
  const { rows } = await sql<LastCount>`
    select store_id, currency_id, till_id, date from till_counts as count
    where number = (select max(number) from till_counts as other
      where other.store_id = count.store_id and other.currency_id = count.currency_id
        and coalesce(other.till_id, '') = coalesce(count.till_id, ''))`.execute(db)
  for (const last of rows) {
    const since = new Date(Date.parse(last.date) - LATE_MS).toISOString()
    await sql`
      update payment_transactions set awaits_count = 1
      where store_id = ${last.store_id} and date >= ${since} and currency_id = ${last.currency_id}
        and coalesce(till_id, '') = ${last.till_id ?? ''} and till_count_id is null
        and exists (select 1 from payments where payments.id = payment_id and received_in_cash = 1)`.execute(
      db,
    )
  }
}
