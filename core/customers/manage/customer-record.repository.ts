import { isDeepStrictEqual } from 'node:util'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { ofStore } from '../../database/queries/of-store.ts'
import { insertRows, updateRow, updateVersion } from '../../database/queries/prepared.ts'
import type { RecordChange } from '../../records/noun.ts'
import { cartNameOfRecord } from '../cart-name.ts'
import { customerTerms, type CustomerRow } from '../customer.repository.ts'
import { indexLater } from '../../records/unindexed-records.ts'
import type { AddressRecord, CustomerRecord } from './customer-record.ts'

/** As histories call them. */
export const CUSTOMER = 'customer'

/** Whole customers by their ids, in the order of these; those that are not there are left out. */
export async function findCustomerRecords(
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customers')
    .selectAll()
    .where(ofStore('store_id', storeId))
    .where('id', 'in', ids)
    .execute()
  const byId = new Map((await completeRecords(db, rows)).map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Customers with all that belongs to them. */
export async function completeRecords(
  db: ReadDb,
  rows: readonly CustomerRow[],
): Promise<readonly CustomerRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const addresses = await db
    .selectFrom('customer_addresses')
    .selectAll()
    .where('customer_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('customer_group_members')
    .selectAll()
    .where('customer_id', 'in', ids)
    .orderBy('customer_group_id')
    .execute()
  const doubles = await db
    .selectFrom('customer_doubles')
    .select(['customer_id', 'email_address'])
    .where('customer_id', 'in', ids)
    .where('email_address', 'is not', null)
    .orderBy('email_address')
    .execute()
  const addressesOf = Map.groupBy(addresses, (row) => row.customer_id)
  const groupsOf = Map.groupBy(members, (row) => row.customer_id)
  const doublesOf = Map.groupBy(doubles, (row) => row.customer_id)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    state: row.state,
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    organizationId: row.organization_id,
    customerGroupIds: (groupsOf.get(row.id) ?? []).map((member) => member.customer_group_id),
    note: row.note,
    acceptsMarketing: row.accepts_marketing === 1,
    addresses: (addressesOf.get(row.id) ?? []).map(
      ({ customer_id: _, position: __, ...address }): AddressRecord => address,
    ),
    otherEmails: [...new Set((doublesOf.get(row.id) ?? []).flatMap((double) => double.email_address ?? []))],
  }))
}

const columnsOf = (customer: CustomerRecord) => ({
  first_name: customer.firstName,
  last_name: customer.lastName,
  email_address: customer.emailAddress,
  phone_number: customer.phoneNumber,
  organization_id: customer.organizationId,
  note: customer.note,
  accepts_marketing: customer.acceptsMarketing ? 1 : 0,
  state: customer.state,
  version: customer.version,
})

/** When the words are written by which customers are found: with them, or soon after, by `indexCustomers`. */
export type Terms = 'now' | 'later'

/** Stores new customers with all that belongs to them. */
export async function insertCustomerRecords(
  db: WriteDb,
  storeId: string,
  createdAt: string,
  customers: readonly CustomerRecord[],
  terms: Terms = 'now',
): Promise<void> {
  await insertRows(
    db,
    'customers',
    customers.map((customer) => ({
      id: customer.id,
      store_id: storeId,
      created_at: createdAt,
      made_for_email: null,
      ...columnsOf(customer),
    })),
  )
  await insertRows(db, 'customer_group_members', customers.flatMap(membersOf))
  await insertRows(db, 'customer_addresses', customers.flatMap(addressRows))
  if (terms === 'now') await insertTerms(db, storeId, customers)
  else await indexLater(db, storeId, CUSTOMER, customers)
}

const membersOf = ({ id, customerGroupIds }: CustomerRecord) =>
  customerGroupIds.map((customer_group_id) => ({ customer_group_id, customer_id: id }))

const addressRows = ({ addresses, id }: CustomerRecord) =>
  addresses.map((address, position) => ({ ...address, customer_id: id, position }))

/** The words by which customers are found, made anew. */
export async function replaceTerms(
  db: WriteDb,
  storeId: string,
  customers: readonly CustomerRecord[],
): Promise<void> {
  await deleteOf(db, 'customer_terms', customers)
  await insertTerms(db, storeId, customers)
}

async function insertTerms(
  db: WriteDb,
  storeId: string,
  customers: readonly CustomerRecord[],
): Promise<void> {
  const ids = [...new Set(customers.flatMap(({ organizationId }) => organizationId ?? []))]
  const organizations =
    ids.length === 0
      ? []
      : await db.selectFrom('organizations').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = new Map(organizations.map(({ id, name }) => [id, name]))
  await insertRows(
    db,
    'customer_terms',
    customers.flatMap((customer) => {
      const { addresses, id, organizationId, otherEmails } = customer
      const organization = organizationId === null ? undefined : nameOf.get(organizationId)
      const terms = customerTerms(columnsOf(customer), addresses, organization, otherEmails)
      return terms.map((term) => ({ store_id: storeId, term, customer_id: id }))
    }),
  )
}

async function deleteOf(
  db: WriteDb,
  table: 'customer_terms' | 'customer_addresses' | 'customer_group_members' | 'customer_doubles',
  customers: readonly { readonly id: string }[],
): Promise<void> {
  if (customers.length === 0) return
  await db
    .deleteFrom(table)
    .where(
      'customer_id',
      'in',
      customers.map(({ id }) => id),
    )
    .execute()
}

/**
 * Changes customers, each where it still is in the version that it was seen in. Their open carts go by another name with
 * them, in the version that they have: a cart names its customer, and is no other by that.
 * @throws Overtaken
 */
export async function updateCustomerRecords(
  db: WriteDb,
  storeId: string,
  changes: readonly RecordChange<CustomerRecord>[],
  terms: Terms = 'now',
): Promise<void> {
  const renamed = changes.flatMap(({ after, before }) => {
    const name = cartNameOfRecord(after)
    return isDeepStrictEqual(name, cartNameOfRecord(before)) ? [] : [{ id: after.id, name }]
  })
  for (const { after, before } of changes) {
    const isSameEmail = before.emailAddress === after.emailAddress
    const columns = {
      ...columnsOf(after),
      // Orders that come by the old one make a customer of their own.
      ...(!isSameEmail && { made_for_email: null }),
    }
    await updateVersion(db, 'customers', before, columns)
    await updateMembers(db, before, after)
    await updateAddresses(db, before, after)
  }
  for (const { id, name } of renamed) {
    const carts = db.updateTable('carts').where('customer_id', '=', id).where('state', '=', 'open')
    await db.send(carts.set(name).compile())
  }
  const customers = changes.map(({ after }) => after)
  if (terms === 'now') await replaceTerms(db, storeId, customers)
  else await indexLater(db, storeId, CUSTOMER, customers)
}

/**
 * Writes the words by which customers are found, as the customers are now; those who are gone are left out. Nobody changes
 * them meanwhile.
 */
export async function indexCustomers(db: WriteDb, storeId: string, ids: readonly string[]): Promise<void> {
  await lockCustomers(db, storeId, ids)
  await replaceTerms(db, storeId, await findCustomerRecords(db, storeId, ids))
}

async function updateMembers(db: WriteDb, before: CustomerRecord, after: CustomerRecord): Promise<void> {
  const left = before.customerGroupIds.filter((id) => !after.customerGroupIds.includes(id))
  const joined = after.customerGroupIds.filter((id) => !before.customerGroupIds.includes(id))
  if (left.length > 0) {
    await db
      .deleteFrom('customer_group_members')
      .where('customer_id', '=', before.id)
      .where('customer_group_id', 'in', left)
      .execute()
  }
  await insertRows(db, 'customer_group_members', membersOf({ ...after, customerGroupIds: joined }))
}

async function updateAddresses(db: WriteDb, before: CustomerRecord, after: CustomerRecord): Promise<void> {
  const known = new Set(before.addresses.map(({ id }) => id))
  const kept = new Set(after.addresses.map(({ id }) => id))
  const gone = [...known].filter((id) => !kept.has(id))
  if (gone.length > 0) await db.deleteFrom('customer_addresses').where('id', 'in', gone).execute()
  const rows = addressRows(after)
  for (const { id, ...row } of rows.filter((each) => known.has(each.id))) {
    await updateRow(db, 'customer_addresses', id, row)
  }
  await insertRows(
    db,
    'customer_addresses',
    rows.filter(({ id }) => !known.has(id)),
  )
}

/**
 * Deletes a customer whom nothing refers to any more.
 * @throws Overtaken where it is in another version by now
 */
export async function deleteCustomerRecord(db: WriteDb, customer: CustomerRecord): Promise<void> {
  const { id, version } = customer
  await updateVersion(db, 'customers', customer, { version: version + 1 })
  for (const table of [
    'customer_group_members',
    'customer_addresses',
    'customer_terms',
    'customer_doubles',
  ] as const) {
    await deleteOf(db, table, [customer])
  }
  await db.deleteFrom('customers').where('id', '=', id).execute()
}

/** Whether a customer has rows in a table of what is theirs. */
export async function isCustomerIn(db: ReadDb, table: 'carts' | 'orders', id: string): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('customer_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a customer has carts or orders. */
export const isCustomerUsed = async (db: ReadDb, id: string): Promise<boolean> =>
  (await isCustomerIn(db, 'orders', id)) || isCustomerIn(db, 'carts', id)

/**
 * Holds customers for a change of all that is theirs: whoever is about to place an order of one comes before it, or
 * after it.
 */
export async function lockCustomers(db: WriteDb, storeId: string, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('customers')
    .select('id')
    .where(ofStore('store_id', storeId))
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
