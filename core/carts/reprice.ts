import { findPrices, getVariants } from '../catalog/product.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { badRequest, type CommerceError } from '../kernel/errors.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { findShippingTerms } from '../shipping-methods/shipping-method.repository.ts'
import { pricing } from './add-line.ts'
import type { CartGoods, LineRow, ShipmentRow } from './cart.repository.ts'
import { shipmentPricing, unavailable } from './set-shipping.ts'

/** Lines and shipment as a price group sells them, before discounts; or why it does not sell them. */
export type Repriced =
  | { readonly lines: LineRow[]; readonly shipment: ShipmentRow | undefined; readonly refusal?: undefined }
  | { readonly refusal: CommerceError }

/**
 * Tells what is in a cart would cost in price groups. A price that a client has set stays, and is taxed as the group
 * taxes, whether or not that has a price of its own for the goods.
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
    lines.map((line) => line.variant_id),
  )
  const byId = new Map(variants.map((variant) => [variant.variantId, variant]))
  const chains = [...new Set(groups.flatMap((group) => group.chain))]
  const priceOf = await findPrices(db, variants, chains)

  return async (priceGroup) => {
    const repriced: LineRow[] = []
    for (const line of lines) {
      const variant = byId.get(line.variant_id)
      const own = variant && priceOf(variant, priceGroup)
      if (own === undefined && line.price_is_set === 0) {
        const text = `has no price for ${line.variant_sku ?? line.sku}`
        return { refusal: badRequest('line.no-price', text, 'priceGroupId') }
      }
      const price = own === undefined || line.price_is_set === 1 ? line.price : own
      const taxRate = priceGroup.taxRate ?? variant?.taxRate ?? line.tax_rate_ppm
      repriced.push({ ...line, price_group_id: priceGroup.id, ...pricing(price, taxRate) })
    }
    if (!shipment || !shippingAddress) return { lines: repriced, shipment }
    const destination = { countryId: shippingAddress.country_id, priceGroup }
    const terms = await findShippingTerms(db, cart.store_id, shipment.shipping_method_id, destination)
    return terms
      ? { lines: repriced, shipment: { ...shipment, ...shipmentPricing(terms, priceGroup.id) } }
      : { refusal: unavailable('priceGroupId') }
  }
}
