import { findBuyer } from '../carts/buyer.ts'
import type { CartRecord } from '../carts/cart.repository.ts'
import {
  type CustomerRow,
  findCustomerByEmail,
  insertCustomerOfOrder,
} from '../customers/customer.repository.ts'
import { namesIn } from '../customers/address.ts'
import { walkInCustomer } from '../customers/walk-in-customer.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'

/**
 * Whose order it is: the customer of the cart, or the one of all walk-ins where it is for one; without either, whom it was
 * placed for before, or whoever is known under the e-mail of the billing address; otherwise a new customer made of that
 * address.
 */
export async function customerOfOrder(
  db: WriteDb,
  { storeId, now }: Context,
  { cart, billingAddress }: CartRecord,
): Promise<CustomerRow> {
  const known = await findBuyer(db, cart)
  if (known) return known
  if (cart.walk_in === 1) return walkInCustomer(db, await getStore(db, storeId), now)
  if (!billingAddress) throw new Error('A cart without a billing address is not placed.')
  const { id: _, ...columns } = billingAddress
  const { email_address: email } = billingAddress
  const row = {
    id: newId(),
    store_id: storeId,
    ...namesIn(billingAddress),
    email_address: email,
    phone_number: billingAddress.phone_number ?? billingAddress.mobile_phone_number,
    organization_id: null,
    created_at: timestamp(now),
  }
  const customer = await insertCustomerOfOrder(db, row, [columns])
  if (!customer) {
    const other = await findCustomerByEmail(db, storeId, email ?? '')
    if (other) return other
    throw new Error('A customer was there for a moment only.')
  }
  await insertRow(db, 'customer_addresses', {
    ...columns,
    id: newId(),
    customer_id: customer.id,
    position: 0,
    address_name: 'Home',
  })
  return customer
}
