import { v7 as newId } from 'uuid'
import { customerTerms } from '../../../../../core/customers/customer.repository.ts'
import type { Send } from '../connections.ts'
import { insert } from '../statements.ts'
import type { AddressRecord } from '../../../../../core/customers/address.ts'
import type { CustomerRow } from './rows.ts'
import { customerByEmail } from './statements.ts'

/** Whoever uses the e-mail of the billing address, or a new customer made of it. */
export async function customerOf(
  send: Send,
  storeId: string,
  billing: AddressRecord,
  date: string,
): Promise<CustomerRow> {
  const email = billing.email_address
  const find = async (): Promise<CustomerRow | undefined> =>
    (await send<CustomerRow>(customerByEmail, [storeId, email, storeId, email, email, 1]))[0]
  const known = await find()
  if (known) return known
  const customer: CustomerRow = {
    made_for_email: email,
    version: 1,
    state: 'active',
    note: null,
    accepts_marketing: 0,
    id: newId(),
    store_id: storeId,
    first_name: billing.first_name,
    last_name: billing.last_name,
    email_address: email,
    phone_number: billing.phone_number ?? billing.mobile_phone_number,
    organization_id: null,
    created_at: date,
  }
  await insert(send, 'customers', [customer], 'on conflict do nothing')
  const made = await find()
  if (!made) throw new Error('There is no customer.')
  if (made.id !== customer.id) return made
  const terms = customerTerms(customer, [billing], undefined)
  void insert(
    send,
    'customer_terms',
    terms.map((term) => ({ store_id: storeId, term, customer_id: customer.id })),
  )
  const { id: _, ...columns } = billing
  void insert(send, 'customer_addresses', [
    { ...columns, address_name: 'Home', id: newId(), customer_id: customer.id, position: 0 },
  ])
  return customer
}
