import { findBuyer } from '../carts/buyer.ts'
import type { CartRecord } from '../carts/cart.repository.ts'
import { type CustomerRow, insertCustomerOfOrder } from '../customers/customer.repository.ts'
import { namesIn } from '../customers/address.ts'
import { walkInCustomer } from '../customers/walk-in-customer.ts'
import type { WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'

/**
 * Whose order it is: the customer of the cart, or the one of all walk-ins where it is for one; without either, whom it was
 * placed for before, or whoever is known under the e-mail of the billing address; otherwise a new customer made of that
 * address.
 * @throws Overtaken where another order makes that customer at this moment
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
  const row = {
    id: newId(),
    store_id: storeId,
    ...namesIn(billingAddress),
    email_address: billingAddress.email_address,
    phone_number: billingAddress.phone_number ?? billingAddress.mobile_phone_number,
    organization_id: null,
    created_at: timestamp(now),
  }
  const customer = await insertCustomerOfOrder(db, row, [columns])
  // For whom the cart was priced, they were nobody yet.
  if (!customer) throw new Overtaken()
  await insertRow(db, 'customer_addresses', {
    ...columns,
    id: newId(),
    customer_id: customer.id,
    position: 0,
    address_name: 'Home',
  })
  return customer
}
