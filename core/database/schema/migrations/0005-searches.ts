import { sql, type Kysely, type RawBuilder } from 'kysely'
import { phoneTerms } from '../../../kernel/search-terms.ts'
import { define } from '../define.ts'

/** Rows that are held in memory at a time. */
const CHUNK = 5000

/** From what a term finds back to its terms, so that a list can be walked in its own order and tested. */
const indexes = [
  `create index order_terms_by_order on order_terms (order_id, term)`,
  `create index product_terms_by_variant on product_terms (variant_id, term)`,
  `create index customer_terms_by_customer on customer_terms (customer_id, term)`,
]

interface Phone {
  readonly id: string
  readonly store_id: string
  readonly found_id: string
  readonly phone: string | null
}

/** Phone numbers are found without their calling code, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const ofOrder = (column: string) => sql<Phone>`
    select own.id, placed.store_id, placed.id as found_id, own.${sql.ref(column)} as phone
    from order_addresses as own inner join orders as placed on placed.id = own.order_id`
  await addTerms(db, 'order_terms', 'order_id', ofOrder('phone_number'))
  await addTerms(db, 'order_terms', 'order_id', ofOrder('mobile_phone_number'))
  await addTerms(
    db,
    'order_terms',
    'order_id',
    sql<Phone>`select own.id, own.store_id, own.id as found_id, own.customer_phone_number as phone from orders as own`,
  )
  await addTerms(
    db,
    'customer_terms',
    'customer_id',
    sql<Phone>`select own.id, own.store_id, own.id as found_id, own.phone_number as phone from customers as own`,
  )
  await define(db, indexes)
}

async function addTerms(
  db: Kysely<unknown>,
  table: string,
  column: string,
  phones: RawBuilder<Phone>,
): Promise<void> {
  let last = ''
  for (;;) {
    const chunk = sql<Phone>`${phones} where own.id > ${last} order by own.id limit ${CHUNK}`
    const { rows } = await chunk.execute(db)
    for (const { store_id, found_id, phone } of rows) {
      for (const term of phone === null ? [] : phoneTerms(phone)) {
        await sql`insert into ${sql.table(table)} (store_id, term, ${sql.ref(column)})
          values (${store_id}, ${term}, ${found_id}) on conflict do nothing`.execute(db)
      }
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}
