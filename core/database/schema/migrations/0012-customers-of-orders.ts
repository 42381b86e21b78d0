import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** For an e-mail that nobody is known by, orders make one customer, also where two are placed at once. */
const statements = [
  `alter table customers add column made_for_email text`,
  `create unique index customers_made_by_orders on customers (store_id, made_for_email)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}
