import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Orders by their totals stand by currency first: what the minor units of two come to cannot be compared. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `drop index orders_by_total`,
    `create index orders_by_total on orders (store_id, currency_id, order_total, id)`,
  ])
