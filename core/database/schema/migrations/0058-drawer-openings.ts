import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** When a drawer was opened without a sale, by whom and what for, and which of that the counts of its till tell of. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table drawer_openings (
      id text primary key,
      store_id text not null references stores (id),
      till_id text references tills (id),
      number integer not null,
      date text not null,
      actor text not null,
      purpose text not null check (purpose in ('no-sale', 'count', 'test')),
      reason text,
      did_open integer not null default 1 check (did_open in (0, 1))
    )`,
    // No name is the same as no name.
    `create unique index drawer_openings_by_number on drawer_openings (store_id, coalesce(till_id, ''), number)`,
    'alter table till_counts add column last_opening integer not null default 0',
  ])
