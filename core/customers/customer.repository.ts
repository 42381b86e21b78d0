import { sql, type Selectable, type SqlBool } from 'kysely'
import { findCountries } from '../countries/country.repository.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { areFew } from '../database/queries/few.ts'
import { fetchFound } from '../database/queries/fetch-found.ts'
import { findTerms, type Search } from '../database/queries/find-terms.ts'
import { fetchSlice, sliceByName, type Page, type Slice } from '../database/queries/keyset.ts'
import { ofStore } from '../database/queries/of-store.ts'
import { insertRow, prepared, insertRows, insertUnlessThere } from '../database/queries/prepared.ts'
import type { PageQuery } from '../http/schema.ts'
import { pastedCode, pastedIds, withWholePhones } from '../kernel/pasted.ts'
import {
  codeTerm,
  indexTerms,
  otherSpellings,
  phoneParts,
  searchTerms,
  typedPhone,
} from '../kernel/search-terms.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { cartAddress, nameTexts } from './address.ts'
import type { Customer, CustomerSummary } from './customer.schema.ts'
import type { AddressColumns, CustomerTable } from './customer.table.ts'
import type { ManagedCustomersQuery } from './manage/managed-customer.schema.ts'

export type CustomerRow = Selectable<CustomerTable>

/**
 * Customers by name; every word of the search must begin a word of theirs or of their organization, or it is their
 * e-mail or digits of a phone.
 */
export async function listCustomers(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  search: string | undefined,
): Promise<Slice<Customer>> {
  const { rows, next } = await findCustomerRows(db, store.id, page, { search, states: ['active'] })
  return { rows: await complete(db, store, rows), next }
}

/** Which customers of a store a list shows. */
export interface CustomerFilter extends Readonly<Omit<ManagedCustomersQuery, keyof PageQuery | 'state'>> {
  readonly states: readonly CustomerRow['state'][]
}

/** Customers by name, as they are stored. */
export async function findCustomerRows(
  db: ReadDb,
  storeId: string,
  page: Page,
  { customerGroupId, organizationId, search = '', states }: CustomerFilter,
): Promise<Slice<CustomerRow>> {
  const isFew = await hasFewMembers(db, { customerGroupId, organizationId })
  let rows = db.selectFrom('customers as customer').selectAll().where('customer.state', 'in', states)
  if (organizationId !== undefined) rows = rows.where('customer.organization_id', '=', organizationId)
  if (customerGroupId !== undefined) rows = rows.where('customer.id', 'in', membersOf(db, customerGroupId))
  const inStore = rows.where(
    isFew ? ofStore('customer.store_id', storeId) : sql<SqlBool>`customer.store_id = ${storeId}`,
  )
  const by = {
    'customer.last_name': (row: CustomerRow) => row.last_name,
    'customer.first_name': (row: CustomerRow) => row.first_name,
    'customer.id': (row: CustomerRow) => row.id,
  }
  if (search.trim() === '') return fetchSlice(inStore, page, 'asc', by)
  const ids = await knownIds(db, storeId, pastedIds(search))
  if (ids.length > 0) return fetchSlice(inStore.where('customer.id', 'in', ids), page, 'asc', by)
  const found = await findTerms(db, 'customer_terms', storeId, understood(search))
  if (found && isFew) return fetchSlice(inStore.where(found.test('customer.id')), page, 'asc', by)
  return fetchFound(found, page, {
    rows,
    id: 'customer.id',
    store: { column: 'customer.store_id', id: storeId },
    direction: 'asc',
    by,
    // Nothing that the index of names has not: each row of the store would be fetched to count them.
    steps: db.selectFrom('customers as customer').where('customer.store_id', '=', storeId),
  })
}

const membersOf = (db: ReadDb, customerGroupId: string) =>
  db
    .selectFrom('customer_group_members')
    .select('customer_id')
    .where('customer_group_id', '=', customerGroupId)

/** Whether an organization or a group is asked for that few belong to. */
async function hasFewMembers(
  db: ReadDb,
  { customerGroupId, organizationId }: Pick<CustomerFilter, 'customerGroupId' | 'organizationId'>,
): Promise<boolean> {
  if (customerGroupId !== undefined && (await areFew(membersOf(db, customerGroupId)))) return true
  if (organizationId === undefined) return false
  return areFew(db.selectFrom('customers').select('id').where('organization_id', '=', organizationId))
}

/** The customers that some ids are of; of a double, the one that it was merged into. */
export const knownIds = async (
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<readonly string[]> => [...new Set((await keptIds(db, storeId, ids)).values())]

/** The same, by the ids that were asked for. */
export async function keptIds(
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'id as kept_id'])
    .where('id', 'in', ids)
    .where(ofStore('store_id', storeId))
    .unionAll(
      db
        .selectFrom('customer_doubles')
        .select(['id', 'customer_id as kept_id'])
        .where('id', 'in', ids)
        .where(ofStore('store_id', storeId)),
    )
    .execute()
  return new Map(rows.map(({ id, kept_id }) => [id, kept_id]))
}

/**
 * The ids of customers by their e-mails; the longest known where several have one, and where none has it, the one that a
 * double of it was merged into.
 * @param emails in lower case
 */
export async function findCustomersByEmail(
  db: ReadDb,
  storeId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map()
  const doubles = await db
    .selectFrom('customer_doubles')
    .select(['customer_id as id', 'email_address'])
    .where('store_id', '=', storeId)
    .where('email_address', 'in', emails)
    .execute()
  const own = await db
    .selectFrom('customers')
    .select(['id', 'email_address'])
    .where('store_id', '=', storeId)
    .where('email_address', 'in', emails)
    .orderBy('id', 'desc')
    .execute()
  return new Map([...doubles, ...own].map(({ email_address, id }) => [email_address ?? '', id]))
}

/** So many digits and more are a whole phone number. */
const WHOLE_NUMBER = 8

/** A phone number or e-mail is one code, whatever stands around it; anything else is words. */
function understood(search: string): Search {
  const pasted = pastedCode(search)
  const phone = typedPhone(pasted)
  // A few digits may be the end of one number and the middle of another.
  if (phone !== undefined) return { whole: phone.length < WHOLE_NUMBER ? [] : [phone], ways: [[phone]] }
  const code = codeTerm(pasted)
  if (pasted.includes('@')) return { whole: [code], ways: [[code]] }
  const words = searchTerms(pasted)
  const withPhones = withWholePhones(pasted)
  return {
    whole: [],
    ways: [words.length > 0 ? words : [code], ...(withPhones === pasted ? [] : [searchTerms(withPhones)])],
    otherwise: otherSpellings(pasted),
  }
}

export async function findCustomer(
  db: ReadDb,
  store: StoreRecord,
  id: string,
): Promise<Customer | undefined> {
  const row = await findKnownRow(db, store.id, id)
  return row && (await complete(db, store, [row]))[0]
}

/** The id that a customer is known by; of a double, that of the one that it was merged into. */
export const keptId = async (db: ReadDb, storeId: string, id: string): Promise<string> =>
  (await keptIds(db, storeId, [id])).get(id) ?? id

/** The customer of an id; of a double, the one that it was merged into. */
export async function findKnownRow(
  db: ReadDb,
  storeId: string,
  id: string,
): Promise<CustomerRow | undefined> {
  const own = await findCustomerRow(db, storeId, id)
  return own ?? findCustomerRow(db, storeId, await keptId(db, storeId, id))
}

export const findCustomerRow = async (
  db: ReadDb,
  storeId: string,
  id: string,
): Promise<CustomerRow | undefined> => customerRow.first(db, { storeId, id })

const customerRow = prepared((db, { storeId, id }: { storeId: string; id: string }) =>
  db.selectFrom('customers').selectAll().where('id', '=', id).where(ofStore('store_id', storeId)),
)

/** The first company that a customer's addresses name; null where none does. */
export async function companyOf(db: ReadDb, customerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('customer_addresses')
    .select('company_name')
    .where('customer_id', '=', customerId)
    .where('company_name', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst()
  return row?.company_name ?? null
}

/**
 * The customer who uses an e-mail address, the longest known where there are several; else the one that a double of it
 * was merged into.
 */
export const findCustomerByEmail = async (
  db: ReadDb,
  storeId: string,
  email: string,
): Promise<CustomerRow | undefined> => customerByEmail.first(db, { storeId, email: email.toLowerCase() })

const customerByEmail = prepared((db, { storeId, email }: { storeId: string; email: string }) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('customers')
          .select('id')
          .where('store_id', '=', storeId)
          .where('email_address', '=', email)
          .orderBy('id')
          .limit(1),
        eb
          .selectFrom('customer_doubles')
          .select('customer_id')
          .where('store_id', '=', storeId)
          .where('email_address', '=', email)
          .orderBy('customer_id')
          .limit(1),
      ),
    ),
)

/** The columns of a customer of whom nothing more is known. */
const newCustomer = {
  made_for_email: null,
  version: 1,
  state: 'active',
  note: null,
  accepts_marketing: 0,
} as const satisfies Partial<CustomerRow>

type NewCustomer = Omit<CustomerRow, keyof typeof newCustomer>

/**
 * Stores a customer and the words by which it is found.
 * @param addresses those it comes with, which are stored by the caller
 * @returns the row as it is kept: e-mails are in lower case
 */
export async function insertCustomer(
  db: WriteDb,
  given: NewCustomer,
  addresses: readonly AddressColumns[] = [],
): Promise<CustomerRow> {
  const row = { ...newCustomer, ...given, email_address: given.email_address?.toLowerCase() ?? null }
  await insertRow(db, 'customers', row)
  await insertTerms(db, row, addresses)
  return row
}

/**
 * The same for the customer that an order makes of its billing address: for one e-mail there is one, also where two
 * orders are placed at once.
 * @returns undefined where another order has made it meanwhile, and nothing was stored
 */
export async function insertCustomerOfOrder(
  db: WriteDb,
  given: NewCustomer,
  addresses: readonly AddressColumns[],
): Promise<CustomerRow | undefined> {
  const email = given.email_address?.toLowerCase() ?? null
  const row = { ...newCustomer, ...given, email_address: email, made_for_email: email }
  if (!(await insertUnlessThere(db, 'customers', row))) return undefined
  await insertTerms(db, row, addresses)
  return row
}

async function insertTerms(
  db: WriteDb,
  customer: CustomerRow,
  addresses: readonly AddressColumns[],
): Promise<void> {
  const { id, store_id, organization_id: organizationId } = customer
  const organization =
    organizationId === null
      ? undefined
      : await db
          .selectFrom('organizations')
          .select('name')
          .where('id', '=', organizationId)
          .executeTakeFirst()
  const terms = customerTerms(customer, addresses, organization?.name)
  await insertRows(
    db,
    'customer_terms',
    terms.map((term) => ({ store_id, term, customer_id: id })),
  )
}

/** The words by which a customer is found: names, organization, companies and whom to ask for there, e-mail, phones. */
export function customerTerms(
  customer: Pick<CustomerRow, 'first_name' | 'last_name' | 'email_address' | 'phone_number'>,
  addresses: readonly Pick<
    AddressColumns,
    'company_name' | 'attention' | 'phone_number' | 'mobile_phone_number'
  >[],
  organization: string | undefined,
  otherEmails: readonly string[] = [],
): string[] {
  const places = addresses.flatMap(({ company_name, attention }) => [company_name, attention])
  const terms = indexTerms(...nameTexts(customer), organization, ...places)
  for (const email of [customer.email_address, ...otherEmails]) if (email) terms.push(codeTerm(email))
  for (const { phone_number, mobile_phone_number } of [
    ...addresses,
    { ...customer, mobile_phone_number: null },
  ]) {
    terms.push(...phoneParts(phone_number ?? ''), ...phoneParts(mobile_phone_number ?? ''))
  }
  return [...new Set(terms.filter(Boolean))]
}

export const customerSummary = (row: CustomerRow): CustomerSummary => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  emailAddress: row.email_address,
  phoneNumber: row.phone_number,
})

async function complete(
  db: ReadDb,
  store: StoreRecord,
  customers: readonly CustomerRow[],
): Promise<Customer[]> {
  if (customers.length === 0) return []
  const ids = customers.map((customer) => customer.id)
  const groups = await db
    .selectFrom('customer_group_members as member')
    .innerJoin('customer_groups as group', 'group.id', 'member.customer_group_id')
    .select(['member.customer_id', 'group.id', 'group.name'])
    .where('member.customer_id', 'in', ids)
    .orderBy('group.name')
    .execute()
  const organizations = await db
    .selectFrom('organizations as organization')
    .innerJoin('customers as customer', 'customer.organization_id', 'organization.id')
    .select(['customer.id as customer_id', 'organization.id', 'organization.name'])
    .where('customer.id', 'in', ids)
    .execute()
  const addresses = await db
    .selectFrom('customer_addresses')
    .selectAll()
    .where('customer_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const countries = await findCountries(
    db,
    store,
    addresses.map((address) => address.country_id),
    store.defaultCulture,
  )
  const groupsOf = Map.groupBy(groups, (group) => group.customer_id)
  const organizationOf = new Map(
    organizations.map(({ customer_id, id, name }) => [customer_id, { id, name }]),
  )
  const addressesOf = Map.groupBy(addresses, (address) => address.customer_id)
  return customers.map((row) => ({
    ...customerSummary(row),
    customerGroups: (groupsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    organization: organizationOf.get(row.id) ?? null,
    addresses: (addressesOf.get(row.id) ?? []).flatMap((address) => {
      const country = countries.get(address.country_id)
      return country ? [cartAddress(address, country)] : []
    }),
  }))
}

/** Customer groups or organizations of a store that are in use, by name in the alphabet of the store. */
export async function listNamed(
  db: ReadDb,
  table: 'customer_groups' | 'organizations',
  storeId: string,
  page: Page,
): Promise<Slice<{ id: string; name: string }>> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('is_retired', '=', 0)
    .execute()
  return sliceByName(rows, page, (await getStore(db, storeId)).defaultCulture)
}
