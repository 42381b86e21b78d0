import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * A commit writes every page that it has touched, whole. An order knows its own terms now, in one text with a line for each
 * (`kernel/search-terms.ts`), and not in an index beside that by which they are found. And carts are listed by the
 * ten minutes of their last change, sorted within these as they are read, so that most changes leave the index as it is: on
 * a server such a change leaves every index as it is, where the page of the row has room for the new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  const lines = isServer ? sql`string_agg(term, chr(10))` : sql`group_concat(term, char(10))`
  const end = isServer ? sql`chr(10)` : sql`char(10)`
  await define(db, [`alter table orders add column search_terms text not null default ''`])
  await sql`update orders set search_terms = coalesce(
    (select ${end} || ${lines} || ${end} from order_terms where order_id = orders.id), '')`.execute(db)
  await define(db, [
    `drop index order_terms_by_order`,
    `alter table carts add column updated_period text not null default ''`,
    `update carts set updated_period = substr(updated_at, 1, 15)`,
    `drop index carts_by_state`,
    `create index carts_by_state on carts (store_id, state, updated_period)`,
    ...(isServer ? [`alter table carts set (fillfactor = 70)`] : []),
  ])
}
