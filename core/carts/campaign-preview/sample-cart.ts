import { findPricedVariants } from '../../catalog/product.repository.ts'
import type { ReadDb } from '../../database/engine.ts'
import { badRequest, CommerceError, fault, said, type Fault } from '../../kernel/errors.ts'
import type { PricedLine, PricedShipment } from '../../pricing/discounts.ts'
import { priceOf, type LineAmounts } from '../../pricing/line.ts'
import type { ShipmentAmounts } from '../../pricing/totals.ts'
import { getPriceGroup } from '../../price-groups/price-group.repository.ts'
import type { PriceGroupRecord } from '../../price-groups/price-group.ts'
import type { Buyer } from '../../promotions/campaign-limits.repository.ts'
import { findShippingTerms } from '../../shipping-methods/shipping-method.repository.ts'
import { getCurrency, type StoreRecord } from '../../stores/store.repository.ts'
import type { Currency } from '../../stores/store.schema.ts'
import { findBuyer } from '../buyer.ts'
import { getCartRow, loadGoods } from '../cart.repository.ts'
import { shipmentPricing, unavailable } from '../set-shipping.ts'
import type { CampaignPreviewBody } from './campaign-preview.schema.ts'

/** A line as the rules of discounts see it, with how it is shown. */
export type SampleLine = PricedLine &
  LineAmounts & { readonly sku: string; readonly variantSku: string | null; readonly productName: string }

/** A cart to try a campaign on. */
export interface SampleCart {
  readonly currency: Currency
  readonly lines: readonly SampleLine[]
  readonly shipment: (PricedShipment & ShipmentAmounts) | undefined
  /** The cart that it is, where there is one: its codes count. */
  readonly cartId: string | undefined
  /** Finds who buys, where that is known. */
  readonly findCustomer?: Buyer['findCustomer']
}

/**
 * The cart that a preview names, or one of the goods that it names.
 * @throws CommerceError NotFound for a cart that does not exist; BadRequest, naming the field, for goods that are not sold
 */
export async function readSampleCart(
  db: ReadDb,
  store: StoreRecord,
  culture: string,
  body: CampaignPreviewBody,
): Promise<SampleCart> {
  const { cartId } = body
  if (cartId === undefined) return sampleOfGoods(db, store, culture, body)
  const cart = await getCartRow(db, store.id, cartId)
  const { lines, shipment } = await loadGoods(db, cart.id, cart)
  return {
    currency: await getCurrency(db, cart.currency_id),
    lines,
    shipment,
    cartId,
    findCustomer: async () => findBuyer(db, cart),
  }
}

async function sampleOfGoods(
  db: ReadDb,
  store: StoreRecord,
  culture: string,
  { countryId, lines = [], priceGroupId, shippingMethodId }: CampaignPreviewBody,
): Promise<SampleCart> {
  if (lines.length === 0) throw badRequest('preview.cart', 'is needed, or lines', 'cartId')
  if (priceGroupId === undefined) throw badRequest('preview.price-group', 'is missing', 'priceGroupId')
  const priceGroup = await getPriceGroup(db, store.id, priceGroupId)
  const faults: Fault[] = []
  const sold: SampleLine[] = []
  for (const [index, { quantity = 1, sku, variantSku }] of lines.entries()) {
    const variants = await findPricedVariants(db, store, sku.trim(), { culture, priceGroup })
    // A product that comes in variants is tried in its first, where none is named.
    const variant = variantSku ? variants.find((each) => each.variantSku === variantSku) : variants[0]
    if (!variant) {
      const text = said`is not sold in this price group: ${{ sku: variantSku || sku }}`
      faults.push(fault('preview.not-sold', text, `lines.${index}.sku`))
      continue
    }
    sold.push({
      id: String(index),
      variantId: variant.variantId,
      sku: variant.sku,
      variantSku: variant.variantSku,
      productName: variant.name,
      catalogId: variant.catalogId,
      priceGroupId: priceGroup.id,
      quantity,
      ...priceOf(variant.price, variant.taxRate),
    })
  }
  if (faults.length > 0) throw new CommerceError('BadRequest', 'preview.lines', faults)
  const shipment = await sampleShipment(db, store, priceGroup, { countryId, shippingMethodId })
  return { currency: priceGroup.currency, lines: sold, shipment, cartId: undefined }
}

async function sampleShipment(
  db: ReadDb,
  store: StoreRecord,
  priceGroup: PriceGroupRecord,
  { countryId, shippingMethodId }: Pick<CampaignPreviewBody, 'countryId' | 'shippingMethodId'>,
): Promise<SampleCart['shipment']> {
  if (shippingMethodId === undefined) return undefined
  if (countryId === undefined) throw badRequest('preview.country', 'is missing', 'countryId')
  const terms = await findShippingTerms(db, store.id, shippingMethodId, { countryId, priceGroup })
  if (!terms) throw await unavailable(db, store.id, shippingMethodId, 'shippingMethodId')
  return shipmentPricing(terms, priceGroup.id)
}
