import { badRequest } from '../kernel/errors.ts'
import { addressColumns, addressIn } from '../customers/address.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { replaceAddress, type CartRow } from './cart.repository.ts'

/**
 * Makes a cart one for a walk-in, who gives no name, and collects: the store's own country is all that stands on the bill, and
 * of where the goods were to go nothing but the country is left. Whoever they were for before is on no walk-in's papers.
 * @throws CommerceError BadRequest where the store has no country
 */
export function forWalkIn(store: StoreRecord, cart: CartRow): CartRow {
  if (store.defaultCountryId === null) {
    throw badRequest('cart.walk-in-country', 'needs a store that has a country of its own', 'walkIn')
  }
  const columns = addressColumns('Billing', { countryId: store.defaultCountryId })
  const billing_address = replaceAddress(cart.billing_address, columns)
  const shipped = addressIn(cart.shipping_address)
  const shipping_address =
    shipped === undefined
      ? null
      : replaceAddress(cart.shipping_address, addressColumns('Shipment', { countryId: shipped.country_id }))
  return {
    ...cart,
    billing_address,
    shipping_address,
    walk_in: 1,
    customer_id: null,
    customer_name: null,
    search_text: '',
  }
}
