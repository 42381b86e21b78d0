import { addressColumns, addressIn } from '../customers/address.ts'
import type { ReadDb } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { shipmentColumns } from '../orders/order-contents.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { findDelivery } from '../shipping-methods/shipping-method.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { bestPriceGroup } from './best-price-group.ts'
import { linesOf } from './cart-line.repository.ts'
import { replaceAddress, type CartRow } from './cart.repository.ts'
import { shipmentBy } from './set-shipping.ts'

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

/**
 * What of a cart is another once it is a walk-in's: the delivery by which the store says that walk-ins take the goods along, as it
 * is offered now. One that is chosen already stays, and one that does not serve the country or the price group is left to be chosen.
 * @param wantedId the price group that comes with the walk-in, where one does
 */
export async function takenAlong(
  db: ReadDb,
  context: Context,
  store: StoreRecord,
  cart: CartRow,
  wantedId?: string,
): Promise<Partial<CartRow>> {
  const { walkInShippingMethodId: methodId } = store.walkIn
  const countryId = addressIn(cart.billing_address)?.country_id
  if (methodId === null || countryId === undefined || cart.shipment_id !== null) return {}
  const delivery = await findDelivery(db, methodId)
  if (delivery?.delivers !== false) return {}
  const priceGroup = await priceGroupOf(db, context, cart, wantedId)
  const shipment = priceGroup && (await shipmentBy(db, store, cart, methodId, { countryId, priceGroup }))
  if (!shipment) return {}
  const shipping_address = replaceAddress(cart.shipping_address, addressColumns('Shipment', { countryId }))
  return { shipping_address, ...shipmentColumns(shipment) }
}

/** The group that a cart is sold at: its goods', or one that somebody has given a reason for; goods that are yet to come are sold at the best. */
async function priceGroupOf(
  db: ReadDb,
  context: Context,
  cart: CartRow,
  wantedId: string | undefined,
): Promise<PriceGroupRecord | undefined> {
  const goods = (await linesOf(db, cart.id)).at(-1)?.priceGroupId
  const id = wantedId ?? goods ?? cart.reasoned_price_group_id
  return id === null ? bestPriceGroup(db, context, cart) : getPriceGroup(db, cart.store_id, id)
}
