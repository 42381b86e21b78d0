import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * Tills of a store: how often the cash of each was counted, what was put into it or taken out between sales, and which money each count has
 * counted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table tills (
      id text primary key,
      store_id text not null references stores (id),
      version integer not null default 1,
      name text not null,
      state text not null default 'active' check (state in ('active', 'retired'))
    )`,
    'create index tills_by_store on tills (store_id)',
    // No two that are used have one name, also where both are made at once.
    `create unique index tills_by_name on tills (store_id, name) where state = 'active'`,
    `create table till_counts (
      id text primary key,
      store_id text not null references stores (id),
      currency_id text not null references currencies (id),
      till_id text references tills (id),
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
      note text
    )`,
    // No name is the same as no name.
    `create unique index till_counts_by_number on till_counts (store_id, currency_id, coalesce(till_id, ''), number)`,
    `create table till_movements (
      id text primary key,
      store_id text not null references stores (id),
      currency_id text not null references currencies (id),
      till_id text references tills (id),
      date text not null,
      actor text not null,
      kind text not null check (kind in ('in', 'out')),
      amount bigint not null check (amount > 0),
      reason text not null,
      till_count_id text
    )`,
    'create index till_movements_by_count on till_movements (store_id, currency_id, till_count_id, date, id)',
    'alter table payment_transactions add column till_id text references tills (id)',
    `alter table payment_transactions add column awaits_count integer not null default 0
      check (awaits_count in (0, 1))`,
    'alter table payment_transactions add column till_count_id text',
    // What was there before a till is counted first is in no count.
    'create index payment_transactions_to_count on payment_transactions (currency_id, till_id) where awaits_count = 1',
  ])
