import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { define } from '../define.ts'

/** Lines, by what they belong to, with the tables whose rows belong to a line. */
const parts = {
  cart: ['cart_line_properties', 'cart_discounts'],
  order: ['order_line_properties', 'order_discounts'],
} as const

/**
 * A commit writes every page that it has touched, whole. In a file the lines of a cart or an order stand side by side
 * now, in the index that finds them: one tree, and not one of rows, one of ids and one of their places. Changes of carts
 * are listed state by state. Drafts, carts of customers and transactions are looked for only where there are any: the
 * many that are none stand in no index of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await standSideBySide(db, 'cart')
    await standSideBySide(db, 'order')
  }
  await define(db, [
    'drop index carts_by_change',
    'drop index carts_as_drafts',
    'create index carts_as_drafts on carts (draft_since) where draft_since is not null',
    'drop index carts_by_customer',
    'create index carts_by_customer on carts (customer_id) where customer_id is not null',
    'drop index payments_by_transaction',
    'create index payments_by_transaction on payments (store_id, transaction_id) where transaction_id is not null',
  ])
}

/** Of each line table anew, and of what refers to it, which goes before it. */
async function standSideBySide(db: Kysely<unknown>, owner: keyof typeof parts): Promise<void> {
  const lines = `${owner}_lines`
  const key = `${owner}_id, id`
  await remake(db, lines, (columns) => [
    `${columns.replace('id text primary key', 'id text not null')}, primary key (${key})`,
    'without rowid',
  ])
  for (const part of parts[owner])
    await remake(db, part, (columns) => {
      const [reference = '', then = ''] =
        new RegExp(` references "?${lines}"? \\(id\\)( on delete cascade)?`).exec(columns) ?? []
      const whole = `foreign key (${owner}_id, line_id) references ${lines}_anew (${key})${then}`
      return [`${columns.replace(reference, '')}, ${whole}`]
    })
  for (const table of [...parts[owner], lines]) await replace(db, table)
}

/** Copies a table into one that is made otherwise. */
async function remake(
  db: Kysely<unknown>,
  table: string,
  make: (columns: string) => readonly [columns: string, options?: string],
): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'table' and name = ${table}`.execute(db)
  const [columns, options = ''] = make((rows[0]?.sql ?? '').replace(/^[^(]*\(/, '').replace(/\)\s*$/, ''))
  await define(db, [
    `create table ${table}_anew (${columns}) ${options}`,
    `insert into ${table}_anew select * from ${table}`,
  ])
}

/** Puts the copy into the place of the table, with every index but that in which its rows stand now. */
async function replace(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'index' and tbl_name = ${table} and sql is not null
      and name not in ('cart_lines_by_cart', 'order_lines_by_order')`.execute(db)
  await define(db, [
    `drop table ${table}`,
    `alter table ${table}_anew rename to ${table}`,
    ...rows.map((row) => row.sql),
  ])
}
