import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** How many pieces a store has of what it keeps stock of, and all that has come and gone of them. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table stock_levels (
      id text primary key references variants (id),
      store_id text not null references stores (id),
      version integer not null,
      quantity bigint not null,
      reorder_point bigint check (reorder_point >= 0),
      updated_at text not null
    )`,
    `create table stock_movements (
      variant_id text not null references stock_levels (id),
      version integer not null,
      date text not null,
      actor text not null,
      kind text not null check (kind in ('count', 'receive', 'write-off', 'sale', 'return', 'cancel')),
      change bigint not null,
      quantity bigint not null,
      order_id text references orders (id),
      reason text,
      primary key (variant_id, version)
    )`,
    'create index stock_movements_by_order on stock_movements (order_id) where order_id is not null',
    `alter table stores add column keeps_stock integer not null default 0 check (keeps_stock in (0, 1))`,
  ])
