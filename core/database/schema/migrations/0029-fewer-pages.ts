import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { define } from '../define.ts'

/** Tables whose rows are only ever found through what they belong to, with the columns that they are found by. */
const keys = {
  cart_addresses: 'cart_id, kind',
  cart_shipments: 'cart_id',
  cart_events: 'cart_id, version',
  order_addresses: 'order_id, kind',
  order_shipments: 'order_id',
  order_events: 'order_id, date, id',
  order_terms: 'store_id, term, order_id',
}

/** What was the key before, or has become it. */
const OLD_KEYS = / unique(?= references)|,\s*(?:primary key|unique) \([^)]*\)/g

/**
 * A commit writes every page that it has touched, whole. In a file, each of these was two or three trees, with a page
 * each: rows by a number of SQLite's, ids, and the index that is asked. Now the rows stand in that index. A server keeps
 * rows apart from every index, and its tables as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  for (const [table, key] of Object.entries(keys)) await standInKey(db, table, key)
  await define(db, ['create index order_terms_by_order on order_terms (order_id, term)'])
}

async function standInKey(db: Kysely<unknown>, table: string, key: string): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'table' and name = ${table}`.execute(db)
  const columns = (rows[0]?.sql ?? '')
    .replace(/^[^(]*\(/, '')
    .replace(/\)\s*$/, '')
    .replace(/\bid text primary key/, 'id text not null')
    .replace(OLD_KEYS, '')
  await define(db, [
    `create table ${table}_by_key (${columns}, primary key (${key})) without rowid`,
    `insert into ${table}_by_key select * from ${table} order by ${key}`,
    `drop table ${table}`,
    `alter table ${table}_by_key rename to ${table}`,
  ])
}
