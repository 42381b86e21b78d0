import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { languageOf } from '../kernel/culture.ts'
import { newId } from '../kernel/ids.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { findCustomerRow, insertCustomer, type CustomerRow } from './customer.repository.ts'

/** What whoever gives no name is called, in the languages the console speaks. */
const names: Readonly<Record<string, string>> = {
  en: 'Walk-in customer',
  da: 'Kunde i butikken',
  de: 'Laufkundschaft',
}

/** The one customer that all walk-ins of a store are booked on; the first of them makes it. */
export async function walkInCustomer(db: WriteDb, store: StoreRecord, now: Date): Promise<CustomerRow> {
  const known = await findWalkInCustomer(db, store.id)
  if (known) return known
  const customer = await insertCustomer(db, {
    id: newId(),
    store_id: store.id,
    first_name: '',
    last_name: names[languageOf(store.defaultCulture)] ?? 'Walk-in customer',
    email_address: null,
    phone_number: null,
    organization_id: null,
    created_at: timestamp(now),
  })
  await insertRow(db, 'walk_in_customers', { store_id: store.id, customer_id: customer.id })
  return customer
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
