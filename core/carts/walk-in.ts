import type { WriteDb } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { addressColumns } from '../customers/address.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { putAddress, type CartRow } from './cart.repository.ts'

/**
 * Makes a cart one for a walk-in, who gives no name: the store's own country is all that stands on the bill.
 * @throws CommerceError BadRequest where the store has no country
 */
export async function forWalkIn(db: WriteDb, store: StoreRecord, cart: CartRow): Promise<CartRow> {
  if (store.defaultCountryId === null) {
    throw badRequest('cart.walk-in-country', 'needs a store that has a country of its own', 'walkIn')
  }
  const columns = addressColumns('Billing', { countryId: store.defaultCountryId })
  await putAddress(db, { id: newId(), cart_id: cart.id, kind: 'billing', ...columns })
  return { ...cart, walk_in: 1, customer_id: null, customer_name: null, search_text: '' }
}
