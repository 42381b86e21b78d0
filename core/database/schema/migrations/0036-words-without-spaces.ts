import { sql, type Kysely } from 'kysely'
import { indexTerms, searchTerms, termLines, termsIn } from '../../../kernel/search-terms.ts'

/** Orders that are held in memory at a time. */
const CHUNK = 1000

/** Columns of a table of terms, beside the store and the term. */
const termTables = {
  product_terms: ['variant_id'],
  customer_terms: ['customer_id'],
  order_terms: ['kind', 'owner_id'],
} as const

/** Letters in which the family's name stands first, and names are written as one word. */
const FAMILY_FIRST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u

interface Name {
  readonly first: string
  readonly last: string
}

/**
 * What is written without spaces is found by whatever begins in it, and whoever goes by such a name by all of it as one word.
 * A shop without such letters has nothing to be written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, owner] of Object.entries(termTables)) await addBeginnings(db, table, owner)
  await nameCustomers(db)
  await nameOrders(db)
}

/** Text that is not ASCII alone. */
const isOfOtherLetters = (column: string) => sql.raw(`octet_length(${column}) > length(${column})`)

/** Of a word, and none of a code, which is one whatever is in it. */
const beginnings = (term: string): string[] =>
  searchTerms(term)[0] === term ? indexTerms(term).slice(1) : []

async function addBeginnings(db: Kysely<unknown>, table: string, owner: readonly string[]): Promise<void> {
  const { rows } = await sql<{ readonly store_id: string; readonly term: string }>`
    select distinct store_id, term from ${sql.table(table)} where ${isOfOtherLetters('term')}`.execute(db)
  for (const { store_id: storeId, term } of rows)
    for (const other of beginnings(term))
      await sql`insert into ${sql.table(table)} (store_id, term, ${sql.raw(owner.join())})
        select store_id, cast(${other} as text), ${sql.raw(owner.join())} from ${sql.table(table)}
        where store_id = ${storeId} and term = ${term} on conflict do nothing`.execute(db)
}

async function nameCustomers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Name & { readonly id: string; readonly store_id: string }>`
    select id, store_id, first_name as first, last_name as last from customers
    where ${isOfOtherLetters('last_name || first_name')}`.execute(db)
  for (const row of rows)
    for (const term of wholeName(row))
      await sql`insert into customer_terms (store_id, term, customer_id) values (${row.store_id}, ${term}, ${row.id})
        on conflict do nothing`.execute(db)
}

interface Order extends Name {
  readonly id: string
  readonly store_id: string
  readonly customer_id: string
  readonly search_terms: string
}

async function nameOrders(db: Kysely<unknown>): Promise<void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<Order>`
      select id, store_id, customer_id, customer_first_name as first, customer_last_name as last, search_terms from orders
      where id > ${last} and ${isOfOtherLetters('search_terms')} order by id limit ${CHUNK}`.execute(db)
    for (const order of rows) await nameOrder(db, order)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

async function nameOrder(db: Kysely<unknown>, order: Order): Promise<void> {
  const named = wholeName(order)
  const terms = new Set([
    ...termsIn(order.search_terms).flatMap((term) => [term, ...beginnings(term)]),
    ...named,
  ])
  const text = termLines([...terms])
  if (text === order.search_terms) return
  await sql`update orders set search_terms = ${text} where id = ${order.id}`.execute(db)
  for (const term of named)
    await sql`insert into order_terms (store_id, term, kind, owner_id)
      values (${order.store_id}, ${term}, 'customer', ${order.customer_id}) on conflict do nothing`.execute(
      db,
    )
}

const wholeName = ({ first, last }: Name): string[] =>
  FAMILY_FIRST.test(`${last}${first}`) ? indexTerms(`${last}${first}`) : []
