import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** When a drawer was opened without a sale, by whom and what for. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table drawer_openings (
      id text primary key,
      store_id text not null references stores (id),
      till_id text references tills (id),
      date text not null,
      actor text not null,
      purpose text not null check (purpose in ('no-sale', 'count', 'test')),
      reason text,
      did_open integer not null default 1 check (did_open in (0, 1))
    )`,
    'create index drawer_openings_by_date on drawer_openings (store_id, date, id)',
  ])
