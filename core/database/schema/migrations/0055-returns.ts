import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Goods that come back without the order that they were sold with: an order that is a return. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    // A column with another check takes the place of the one there was: both kinds of databases can do that.
    `alter table orders add column state text not null default 'new'
      check (state in ('new', 'reopened', 'paid', 'completed', 'cancelled', 'return'))`,
    `update orders set state = status`,
    `drop index orders_by_status`,
    `alter table orders drop column status`,
    `alter table orders rename column state to status`,
    `create index orders_by_status on orders (store_id, status, created_at, id)`,
  ])
