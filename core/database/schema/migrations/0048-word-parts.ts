import { PostgresAdapter, type Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * What is sold is found by what words are made of, too. The terms of all products are written anew for it, beside the work, as
 * those of an import are; until then they are found as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  await define(db, [
    `create table word_parts (
      store_id text not null references stores (id),
      term text not null,
      word text not null,
      primary key (store_id, term, word)
    ) ${isServer ? '' : 'without rowid'}`,
    'create index word_parts_by_word on word_parts (word, store_id, term)',
    `insert into unindexed_records (store_id, noun, record_id, version)
      select store_id, 'product', id, version from products where true on conflict do nothing`,
  ])
}
