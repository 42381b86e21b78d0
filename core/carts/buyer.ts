import { findCustomerByEmail, findCustomerRow, type CustomerRow } from '../customers/customer.repository.ts'
import { addressIn } from '../customers/address.ts'
import { findWalkInCustomer } from '../customers/walk-in-customer.ts'
import type { ReadDb } from '../database/engine.ts'
import type { CartRow } from './cart.repository.ts'

/**
 * Whose order a cart would be, as far as the store knows them: the customer of the cart, or the one of all walk-ins where
 * it is for one; without either, whoever is known under the e-mail on the bill. It is priced for whoever places it.
 */
export async function findBuyer(
  db: ReadDb,
  cart: Pick<CartRow, 'store_id' | 'customer_id' | 'walk_in' | 'billing_address'>,
): Promise<CustomerRow | undefined> {
  const { store_id: storeId, customer_id: customerId } = cart
  const own = customerId === null ? undefined : await findCustomerRow(db, storeId, customerId)
  if (own) return own
  if (cart.walk_in === 1) return findWalkInCustomer(db, storeId)
  const email = addressIn(cart.billing_address)?.email_address ?? null
  return email === null ? undefined : findCustomerByEmail(db, storeId, email)
}
