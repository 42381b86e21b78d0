import { sql, type Kysely } from 'kysely'
import { codeTerm, phoneParts, searchTerms } from '../../../kernel/search-terms.ts'

/** Customers that are held in memory at a time. */
const CHUNK = 2000

interface Known {
  readonly id: string
  readonly store_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email_address: string | null
  readonly phone_number: string | null
  readonly organization: string | null
}

interface Address {
  readonly customer_id: string
  readonly company_name: string | null
  readonly phone_number: string | null
  readonly mobile_phone_number: string | null
}

/** Customers are found by their organization and companies, and by any digits of their phones that stand together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from customer_terms`.execute(db)
  let last = ''
  for (;;) {
    const { rows } = await sql<Known>`
      select own.*, organization.name as organization from customers as own
      left join organizations as organization on organization.id = own.organization_id
      where own.id > ${last} order by own.id limit ${CHUNK}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    const addresses = await sql<Address>`
      select customer_id, company_name, phone_number, mobile_phone_number from customer_addresses
      where customer_id > ${last} and customer_id <= ${end.id}`.execute(db)
    const addressesOf = Map.groupBy(addresses.rows, (address) => address.customer_id)
    for (const customer of rows) {
      for (const term of termsOf(customer, addressesOf.get(customer.id) ?? [])) {
        await sql`insert into customer_terms (store_id, term, customer_id)
          values (${customer.store_id}, ${term}, ${customer.id})`.execute(db)
      }
    }
    last = end.id
  }
}

function termsOf(customer: Known, addresses: readonly Address[]): Set<string> {
  const companies = addresses.map((address) => address.company_name)
  const phones = addresses.flatMap((address) => [address.phone_number, address.mobile_phone_number])
  const terms = [
    ...searchTerms(customer.first_name, customer.last_name, customer.organization, ...companies),
    codeTerm(customer.email_address ?? ''),
    ...[customer.phone_number, ...phones].flatMap((phone) => phoneParts(phone ?? '')),
  ]
  return new Set(terms.filter(Boolean))
}
