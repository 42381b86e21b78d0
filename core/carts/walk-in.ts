import { badRequest } from '../kernel/errors.ts'
import { addressColumns } from '../customers/address.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { replaceAddress, type CartRow } from './cart.repository.ts'

/**
 * Makes a cart one for a walk-in, who gives no name: the store's own country is all that stands on the bill.
 * @throws CommerceError BadRequest where the store has no country
 */
export function forWalkIn(store: StoreRecord, cart: CartRow): CartRow {
  if (store.defaultCountryId === null) {
    throw badRequest('cart.walk-in-country', 'needs a store that has a country of its own', 'walkIn')
  }
  const columns = addressColumns('Billing', { countryId: store.defaultCountryId })
  const billing_address = replaceAddress(cart.billing_address, columns)
  return { ...cart, billing_address, walk_in: 1, customer_id: null, customer_name: null, search_text: '' }
}
