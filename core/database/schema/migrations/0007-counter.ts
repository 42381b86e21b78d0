import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * What the counter knows of a cart: that it is for a walk-in, and why somebody chose a price group that is not valid for
 * it. All walk-ins of a store are booked on one customer.
 */
const statements = [
  `alter table carts add column walk_in integer not null default 0 check (walk_in in (0, 1))`,
  `alter table carts add column reasoned_price_group_id text references price_groups (id)`,
  `alter table carts add column price_group_reason text`,
  `alter table carts add column price_group_reason_by text`,
  `alter table carts add column price_group_reason_at text`,
  `create table walk_in_customers (
    store_id text primary key references stores (id),
    customer_id text not null references customers (id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}
