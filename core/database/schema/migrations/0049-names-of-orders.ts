import { sql, type Kysely } from 'kysely'

interface Row {
  readonly id: string
  readonly billing_address: string
}

/** As the text of an address has it: what is not known is not there. */
interface Named {
  readonly first_name?: string
  readonly last_name?: string
  readonly company_name?: string
}

/**
 * An order for a customer who is known without a name goes by the one on its bill, as those that are placed from now on. Where
 * the bill has none either, the person has been erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`select id, billing_address from orders
    where customer_last_name = '' and customer_first_name = '' and billing_address is not null`.execute(db)
  for (const { billing_address, id } of rows) {
    const {
      first_name: first = '',
      last_name,
      company_name: company = '',
    } = JSON.parse(billing_address) as Named
    const last = last_name || (first === '' ? company : '')
    if (first !== '' || last !== '')
      await sql`update orders set customer_first_name = ${first}, customer_last_name = ${last} where id = ${id}`.execute(
        db,
      )
  }
}
