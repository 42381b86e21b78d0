import type { WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import { addressColumns, orNull, requireCountry } from './address.ts'
import { insertCustomer } from './customer.repository.ts'
import type { NewCustomerBody } from './customer.schema.ts'
import type { AddressColumns } from './customer.table.ts'

/**
 * Registers a customer of the store with its groups and addresses.
 * @returns the customer's id
 * @throws CommerceError NotFound for a group, organization or country that does not exist
 */
export async function createCustomer(db: WriteDb, context: Context, body: NewCustomerBody): Promise<string> {
  const store = await getStore(db, context.storeId)
  const id = newId()
  const organizationId = body.organizationId ?? null
  if (organizationId !== null)
    await requireNamed(db, 'organizations', store.id, organizationId, 'organizationId')
  const addresses: AddressColumns[] = []
  for (const [index, address] of (body.addresses ?? []).entries()) {
    await requireCountry(db, store, address.countryId, `addresses.${index}.countryId`)
    addresses.push(addressColumns(index === 0 ? 'Home' : `Address ${index + 1}`, address))
  }
  const customer = {
    id,
    store_id: store.id,
    first_name: body.firstName,
    last_name: body.lastName,
    email_address: orNull(body.email),
    phone_number: orNull(body.phoneNumber),
    organization_id: organizationId,
    created_at: timestamp(context.now),
  }
  await insertCustomer(db, customer, addresses)
  for (const groupId of new Set(body.customerGroupIds)) {
    await requireNamed(db, 'customer_groups', store.id, groupId, 'customerGroupIds')
    await db
      .insertInto('customer_group_members')
      .values({ customer_group_id: groupId, customer_id: id })
      .execute()
  }
  for (const address of addresses) {
    await insertRow(db, 'customer_addresses', { id: newId(), customer_id: id, ...address })
  }
  return id
}

async function requireNamed(
  db: WriteDb,
  table: 'customer_groups' | 'organizations',
  storeId: string,
  id: string,
  field: string,
): Promise<void> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!found) throw notFound('customer.unknown-reference', `there is none with the id ${id}`, field)
}
