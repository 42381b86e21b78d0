import { sql, type Selectable, type SqlBool } from 'kysely'
import { isCustomerIn } from '../customers/manage/customer-record.repository.ts'
import { nameTexts } from '../customers/address.ts'
import type { AddressColumns, CustomerTable } from '../customers/customer.table.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRowsUnlessThere } from '../database/queries/prepared.ts'
import { codeTerm, indexTerms, phoneTerms, termLines, termsIn } from '../kernel/search-terms.ts'
import type { OrderTermTable } from './order.table.ts'
import type { OrderRow } from './order.repository.ts'
import type { LineRecord } from './order-contents.ts'

type Person = Pick<CustomerTable, 'first_name' | 'last_name' | 'email_address' | 'phone_number'>

/** What an order is found by, besides its id and the ids of its payments. */
export interface OrderTermSource {
  readonly id: string
  readonly storeId: string
  readonly orderNumber: string
  readonly customer: Person & Pick<Selectable<CustomerTable>, 'id'>
  readonly addresses: readonly AddressColumns[]
  readonly lines: readonly Pick<LineRecord, 'sku' | 'variantId' | 'variantSku'>[]
}

/** The terms of an order: all of them in one text (`orders.search_terms`), and the rows by which they find it. */
export interface OrderTerms {
  readonly text: string
  /** Its own, and those that it shares: others of its customer or its goods may have written them. */
  readonly rows: readonly OrderTermTable[]
}

/** Names and companies are found by word, numbers, e-mails and skus whole. */
export function orderTerms(source: OrderTermSource): OrderTerms {
  const { addresses, customer, id, lines, orderNumber, storeId: store_id } = source
  const rows = new Map<string, OrderTermTable>()
  const add = (kind: OrderTermTable['kind'], owner_id: string, terms: readonly string[]): void => {
    for (const term of terms) rows.set(`${owner_id} ${term}`, { store_id, term, kind, owner_id })
  }
  add('customer', customer.id, personTerms(customer))
  for (const { sku, variantId, variantSku } of lines) add('goods', variantId, codes(sku, variantSku))
  const shared = new Set(Array.from(rows.values(), ({ term }) => term))
  const others = addresses.flatMap((address) => [
    ...(isSamePerson(address, customer) ? [] : personTerms(address)),
    ...indexTerms(address.company_name, address.attention),
    ...phoneTerms(address.mobile_phone_number ?? ''),
  ])
  const own = new Set([...codes(orderNumber), ...others].filter((term) => !shared.has(term)))
  add('order', id, [...own])
  return { text: termLines([...own, ...shared]), rows: [...rows.values()] }
}

const isSamePerson = (one: Person, other: Person): boolean =>
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  one.email_address === other.email_address &&
  one.phone_number === other.phone_number

const personTerms = (person: Person): string[] => [
  ...indexTerms(...nameTexts(person)),
  ...codes(person.email_address),
  ...phoneTerms(person.phone_number ?? ''),
]

const codes = (...texts: readonly (string | null)[]): string[] =>
  texts.map((text) => codeTerm(text ?? '')).filter(Boolean)

/** Writes the rows by which an order is found. */
export const insertTermRows = async (db: WriteDb, { rows }: OrderTerms): Promise<void> =>
  insertRowsUnlessThere(db, 'order_terms', rows)

/** Takes its own away. Those that it shares find it no more when its text does not have them. */
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
    .where('kind', '=', 'order')
    .where('owner_id', '=', id)
    .execute()
}

/** Takes those away that orders of a customer share for the customer's sake. */
export async function deleteTermsOfCustomer(db: WriteDb, customerId: string): Promise<void> {
  await db.deleteFrom('order_terms').where('owner_id', '=', customerId).where(isOfCustomer).execute()
}

/** The same of a customer who has no order any more: nothing is left of whom nobody has anything of. */
export async function forgetTermsOfCustomer(db: WriteDb, customerId: string): Promise<void> {
  if (!(await isCustomerIn(db, 'orders', customerId))) await deleteTermsOfCustomer(db, customerId)
}

/** Gives them to another customer, as the orders are given. */
export async function moveTermsOfCustomer(db: WriteDb, fromId: string, toId: string): Promise<void> {
  await db
    .insertInto('order_terms')
    .columns(['store_id', 'term', 'kind', 'owner_id'])
    .expression((of) =>
      of
        .selectFrom('order_terms')
        .select(['store_id', 'term', 'kind', sql<string>`cast(${toId} as text)`.as('owner_id')])
        .where('owner_id', '=', fromId)
        .where(isOfCustomer),
    )
    .onConflict((existing) => existing.doNothing())
    .execute()
  await deleteTermsOfCustomer(db, fromId)
}

/** As the index of customers has it. */
const isOfCustomer = sql<SqlBool>`kind = 'customer'`
