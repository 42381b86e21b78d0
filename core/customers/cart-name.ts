import { searchTerms } from '../kernel/search-terms.ts'
import type { ReadDb } from '../database/engine.ts'
import { nameOf, nameTexts } from './address.ts'
import { companyOf, type CustomerRow } from './customer.repository.ts'
import { firstCompany, type CustomerRecord } from './manage/customer-record.ts'

/** What the list of carts shows and searches of whoever a cart is for. */
export interface CartName {
  readonly customer_name: string | null
  readonly search_text: string
}

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly company_name?: string | null
  readonly email_address: string | null
  readonly phone_number: string | null
}

/** Of somebody, by what a bill or a customer says of them: who has no name is called as they are reached. */
export const cartName = (person: Person): CartName => ({
  customer_name: nameOf(person) ?? person.email_address ?? person.phone_number,
  search_text: searchTerms(...nameTexts(person), person.company_name, person.email_address).join(' '),
})

/** Of a customer of the shop; who has no name of their own goes by the company of their addresses. */
export const cartNameOfRow = async (db: ReadDb, customer: CustomerRow): Promise<CartName> =>
  cartName({
    ...customer,
    company_name: nameOf(customer) === null ? await companyOf(db, customer.id) : null,
  })

/** The same of one who has been read with all that belongs to them. */
export function cartNameOfRecord(customer: CustomerRecord): CartName {
  const name = { first_name: customer.firstName, last_name: customer.lastName }
  return cartName({
    ...name,
    company_name: nameOf(name) === null ? firstCompany(customer) : null,
    email_address: customer.emailAddress,
    phone_number: customer.phoneNumber,
  })
}
