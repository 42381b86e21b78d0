import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Orders by their customers' names and by what they cost, and the orders of goods. */
const indexes = [
  `create index orders_by_customer_name on orders (store_id, customer_last_name, customer_first_name, id)`,
  `create index orders_by_total on orders (store_id, order_total, id)`,
  `create index order_lines_by_variant on order_lines (variant_id, order_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, indexes)
}
