import { findCustomerByEmail, findCustomerRow, type CustomerRow } from '../customers/customer.repository.ts'
import { addressIn } from '../customers/address.ts'
import { findWalkInCustomer } from '../customers/walk-in-customer.ts'
import type { ReadDb } from '../database/engine.ts'
import { findOrderRow } from '../orders/order.repository.ts'
import type { CartRow } from './cart.repository.ts'

/**
 * Whose order a cart would be, as far as the store knows them: the customer of the cart, or the one of all walk-ins where
 * it is for one; without either, whom its order was placed for where the bill still names them, or whoever is known under
 * the e-mail on it. It is priced for whoever places it.
 */
export async function findBuyer(db: ReadDb, cart: CartRow): Promise<CustomerRow | undefined> {
  const { store_id: storeId, customer_id: customerId } = cart
  const own = customerId === null ? undefined : await findCustomerRow(db, storeId, customerId)
  if (own) return own
  if (cart.walk_in === 1) return findWalkInCustomer(db, storeId)
  const placedFor = cart.customer_from_bill === 1 ? await findPlacedFor(db, cart) : undefined
  if (placedFor) return placedFor
  const email = addressIn(cart.billing_address)?.email_address ?? null
  return email === null ? undefined : findCustomerByEmail(db, storeId, email)
}

/** Of a cart that was opened again, the customer that its bill made or found when it was placed, while it names the same. */
async function findPlacedFor(
  db: ReadDb,
  { billing_address, id, store_id: storeId }: CartRow,
): Promise<CustomerRow | undefined> {
  const order = await findOrderRow(db, storeId, id)
  return order && isForSame(billing_address, order.billing_address)
    ? findCustomerRow(db, storeId, order.customer_id)
    : undefined
}

/** What of a bill says who it is for. */
const NAMED = ['first_name', 'last_name', 'company_name', 'email_address'] as const

/** Whether two bills, as they are kept, are for the same person. */
export function isForSame(one: string | null, other: string | null): boolean {
  const [bill, another] = [addressIn(one), addressIn(other)]
  return bill !== undefined && NAMED.every((column) => bill[column] === another?.[column])
}
