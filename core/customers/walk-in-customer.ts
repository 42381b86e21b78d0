import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertUnlessThere } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { shopWords } from '../stores/shop-words.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { findCustomerRow, insertCustomer, type CustomerRow } from './customer.repository.ts'

/** The one customer that all walk-ins of a store are booked on; the first of them makes it. */
export async function walkInCustomer(db: WriteDb, store: StoreRecord, now: Date): Promise<CustomerRow> {
  const known = await findWalkInCustomer(db, store.id)
  if (known) return known
  const customer = await insertCustomer(db, {
    id: newId(),
    store_id: store.id,
    first_name: '',
    last_name: shopWords(store.defaultCulture).walkIn,
    email_address: null,
    phone_number: null,
    organization_id: null,
    created_at: timestamp(now),
  })
  const row = { store_id: store.id, customer_id: customer.id }
  if (await insertUnlessThere(db, 'walk_in_customers', row)) return customer
  // Somebody else's sale was the first.
  await db.deleteFrom('customer_terms').where('customer_id', '=', customer.id).execute()
  await db.deleteFrom('customers').where('id', '=', customer.id).execute()
  const other = await findWalkInCustomer(db, store.id)
  if (!other) throw new Error(`The store ${store.id} has a customer for walk-ins that cannot be found.`)
  return other
}

/** Whether a customer is no one person, but the one that all walk-ins of a store are booked on. */
export async function isWalkInCustomer(db: ReadDb, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('walk_in_customers')
    .select('store_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns undefined where the store has had no walk-in yet */
export async function findWalkInCustomer(db: ReadDb, storeId: string): Promise<CustomerRow | undefined> {
  const row = await db
    .selectFrom('walk_in_customers')
    .select('customer_id')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return row && findCustomerRow(db, storeId, row.customer_id)
}
