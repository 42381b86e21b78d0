import { findPrices, getVariants } from '../catalog/product.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { badRequest, said, type CommerceError } from '../kernel/errors.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { findShippingTerms } from '../shipping-methods/shipping-method.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import type { CartGoods } from './cart.repository.ts'
import { shipmentPricing, unavailable } from './set-shipping.ts'
import type { CartLineRecord } from './cart-line.repository.ts'
import type { ShipmentRecord } from '../orders/order-contents.ts'
import { priceOf } from '../pricing/line.ts'

/** Lines and shipment as a price group sells them, before discounts; or why it does not sell them. */
export type Repriced =
  | {
      readonly lines: CartLineRecord[]
      readonly shipment: ShipmentRecord | undefined
      readonly refusal?: undefined
    }
  | { readonly refusal: CommerceError }

/**
 * Tells what is in a cart would cost in price groups. A price that a client has set stays, and is taxed as the group
 * taxes, whether or not that has a price of its own for the goods. The delivery that the store gives walk-ins unasked falls away
 * where a group is not served by it, and is chosen then: nobody is kept from their own prices by it.
 * @param groups those that will be asked for, all in the cart's currency
 */
export async function repricing(
  db: ReadDb,
  { cart, lines, shipment, shippingAddress }: CartGoods,
  groups: readonly PriceGroupRecord[],
): Promise<(priceGroup: PriceGroupRecord) => Promise<Repriced>> {
  const variants = await getVariants(
    db,
    cart.store_id,
    lines.map((line) => line.variantId),
  )
  const byId = new Map(variants.map((variant) => [variant.variantId, variant]))
  const chains = [...new Set(groups.flatMap((group) => group.chain))]
  const priceIn = await findPrices(db, variants, chains)

  return async (priceGroup) => {
    const repriced: CartLineRecord[] = []
    for (const line of lines) {
      const variant = byId.get(line.variantId)
      const own = variant && priceIn(variant, priceGroup)
      if (own === undefined && !line.isPriceSet) {
        const text = said`has no price for ${{ sku: line.variantSku ?? line.sku }}`
        return { refusal: badRequest('line.no-price', text, 'priceGroupId') }
      }
      const price = own === undefined || line.isPriceSet ? line.price : own
      const taxRate = priceGroup.taxRate ?? variant?.taxRate ?? line.taxRate
      repriced.push({
        ...line,
        priceGroupId: priceGroup.id,
        ...priceOf(price, taxRate),
      })
    }
    if (!shipment || !shippingAddress) return { lines: repriced, shipment }
    const destination = { countryId: shippingAddress.country_id, priceGroup }
    const terms = await findShippingTerms(db, cart.store_id, shipment.shippingMethodId, destination)
    if (terms) {
      return { lines: repriced, shipment: { ...shipment, ...shipmentPricing(terms, priceGroup.id) } }
    }
    const { walkIn } = await getStore(db, cart.store_id)
    return walkIn.walkInShippingMethodId === shipment.shippingMethodId
      ? { lines: repriced, shipment: undefined }
      : { refusal: await unavailable(db, cart.store_id, shipment.shippingMethodId, 'priceGroupId') }
  }
}
