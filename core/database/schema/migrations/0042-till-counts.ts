import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * The till: how often its cash was counted, what was put into it or taken out between sales, and which money each count has
 * counted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table till_counts (
      id text primary key,
      store_id text not null references stores (id),
      currency_id text not null references currencies (id),
      number integer not null,
      date text not null,
      actor text not null,
      opening bigint,
      received bigint not null,
      refunded bigint not null,
      paid_in bigint not null,
      paid_out bigint not null,
      counted bigint not null check (counted >= 0),
      float_amount bigint not null check (float_amount between 0 and counted),
      pieces text,
      note text,
      unique (store_id, currency_id, number)
    )`,
    `create table till_movements (
      id text primary key,
      store_id text not null references stores (id),
      currency_id text not null references currencies (id),
      date text not null,
      actor text not null,
      kind text not null check (kind in ('in', 'out')),
      amount bigint not null check (amount > 0),
      reason text not null,
      till_count_id text
    )`,
    'create index till_movements_by_count on till_movements (store_id, currency_id, till_count_id, date, id)',
    'alter table payment_transactions add column till_count_id text',
  ])
