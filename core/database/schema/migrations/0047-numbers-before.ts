import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** How far series of numbers had come in data that a restore has replaced: no number is given out twice. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table numbers_before (
      store_id text not null references stores (id),
      series text not null,
      last_number bigint not null,
      primary key (store_id, series)
    )`,
  ])
