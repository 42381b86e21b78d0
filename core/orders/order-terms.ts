import type { AddressColumns, CustomerTable } from '../customers/customer.table.ts'
import type { WriteDb } from '../database/engine.ts'
import { codeTerm, phoneTerms, searchTerms, termsIn } from '../kernel/search-terms.ts'
import type { OrderTermTable } from './order.table.ts'
import type { OrderRow } from './order.repository.ts'
import type { LineRecord } from './records.ts'

type Person = Pick<CustomerTable, 'first_name' | 'last_name' | 'email_address' | 'phone_number'>

/** What an order is found by, besides its id and the ids of its payments. */
export interface OrderTermSource {
  readonly orderNumber: string
  readonly customer: Person
  readonly addresses: readonly AddressColumns[]
  readonly lines: readonly Pick<LineRecord, 'sku' | 'variantSku'>[]
}

/** The terms of an order, each once: names and companies by word, numbers, e-mails and skus whole. */
export function orderTerms({ orderNumber, customer, addresses, lines }: OrderTermSource): string[] {
  const people: readonly Person[] = [customer, ...addresses]
  const names = people.flatMap((person) => [person.first_name, person.last_name])
  const companies = addresses.map((address) => address.company_name)
  const codes = [
    orderNumber,
    ...people.map((person) => person.email_address),
    ...lines.flatMap((line) => [line.sku, line.variantSku]),
  ]
  const phones = [
    ...people.map((person) => person.phone_number),
    ...addresses.map((address) => address.mobile_phone_number),
  ]
  const terms = [
    ...searchTerms(...names, ...companies),
    ...codes.filter((code) => code !== null).map(codeTerm),
    ...phones.filter((phone) => phone !== null).flatMap(phoneTerms),
  ]
  return [...new Set(terms.filter(Boolean))]
}

/** The rows by which terms find an order. */
export const termRows = (
  { id, store_id }: Pick<OrderRow, 'id' | 'store_id'>,
  terms: readonly string[],
): OrderTermTable[] => terms.map((term) => ({ store_id, term, order_id: id }))

/** Takes these rows away. */
export async function deleteTermRows(
  db: WriteDb,
  { id, search_terms, store_id }: Pick<OrderRow, 'id' | 'store_id' | 'search_terms'>,
): Promise<void> {
  const terms = termsIn(search_terms)
  if (terms.length === 0) return
  await db
    .deleteFrom('order_terms')
    .where('store_id', '=', store_id)
    .where('term', 'in', terms)
    .where('order_id', '=', id)
    .execute()
}
