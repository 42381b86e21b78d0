import { addressColumns, requireCountry } from '../customers/address.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { badRequest, notFound, type CommerceError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { findRetiredMethod } from '../methods/method.repository.ts'
import type { Context } from '../operations/context.ts'
import { shipmentColumns, type ShipmentRecord } from '../orders/order-contents.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import {
  describeShippingMethod,
  findShippingTerms,
  type Destination,
  type ShippingTerms,
} from '../shipping-methods/shipping-method.repository.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { replaceAddress, requireCartCurrency, type CartRow } from './cart.repository.ts'
import { openWithContents } from './open-cart.ts'
import type { ShippingBody } from './cart.schema.ts'
import { saveCart } from './save-cart.ts'
import { taxOf } from '../pricing/line.ts'

/**
 * Section 4.7: method and address of the one shipment; setting it again replaces it.
 * @returns the cart's new version
 * @throws CommerceError NotFound for cart, country or price group; BadRequest for a method that does not serve them;
 *   Conflict
 */
export async function setShipping(
  db: WriteDb,
  context: Context,
  cartId: string,
  { priceGroupId, shippingMethodId, shippingAddress }: ShippingBody,
): Promise<number> {
  const { cart, contents } = await openWithContents(db, context, cartId)
  const store = await getStore(db, context.storeId)
  const priceGroup = await getPriceGroup(db, store.id, priceGroupId, notFound)
  const country = await requireCountry(db, store, shippingAddress.countryId, 'shippingAddress.countryId')
  const destination = { countryId: country.id, priceGroup }
  requireCartCurrency(cart, priceGroup)
  const shipment = await shipmentBy(db, store, cart, shippingMethodId, destination)
  if (!shipment) throw await unavailable(db, store.id, shippingMethodId, 'shippingMethodId')
  const columns = addressColumns('Shipment', shippingAddress)
  const shipping_address = replaceAddress(cart.shipping_address, columns)
  return saveCart(db, context, { ...cart, shipping_address, ...shipmentColumns(shipment) }, contents)
}

/** The one shipment of a cart by a method, priced for a destination; undefined where the method does not serve it. */
export async function shipmentBy(
  db: ReadDb,
  store: StoreRecord,
  cart: CartRow,
  shippingMethodId: string,
  destination: Destination,
): Promise<ShipmentRecord | undefined> {
  const terms = await findShippingTerms(db, store.id, shippingMethodId, destination)
  const shipmentName = await shipmentNameIn(db, store, shippingMethodId, cart.culture_code)
  if (!terms || shipmentName === undefined) return undefined
  return {
    id: cart.shipment_id ?? newId(),
    ...shipmentPricing(terms, destination.priceGroup.id),
    shipmentName,
    deliveryNote: null,
    trackAndTrace: null,
  }
}

/**
 * What a shipment is called in the culture of its cart, which its order and the papers keep; undefined where there is no
 * such method.
 */
export const shipmentNameIn = async (
  db: ReadDb,
  store: StoreRecord,
  methodId: string,
  culture: string,
): Promise<string | undefined> => (await describeShippingMethod(db, store, methodId, culture))?.name

/** What of a shipment follows from its terms, before discounts. */
export const shipmentPricing = (terms: ShippingTerms, priceGroupId: string) => ({
  shippingMethodId: terms.methodId,
  priceGroupId,
  price: terms.price,
  discount: 0,
  tax: taxOf(terms.price, 0, terms.taxRate),
  taxRate: terms.taxRate,
})

/**
 * Why a shipping method does not serve a destination.
 * @param field what is at fault
 */
export async function unavailable(
  db: ReadDb,
  storeId: string,
  methodId: string,
  field: string,
): Promise<CommerceError> {
  const retired = await findRetiredMethod(db, 'shipping_methods', storeId, methodId)
  return retired
    ? badRequest(
        'shipping-method.retired',
        `${retired.name} is offered no more: choose another shipping method`,
        field,
      )
    : badRequest(
        'shipping-method.unavailable',
        'the shipping method does not exist or does not serve this country and price group',
        field,
      )
}
