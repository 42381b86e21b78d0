import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Records whose search terms are not as the records are, because those are written behind them. */
const statements = [
  `create table unindexed_records (
    store_id text not null references stores (id),
    noun text not null,
    record_id text not null,
    version integer not null,
    primary key (record_id, version)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}
