import { plainAmount, plainRate } from '../../kernel/money.ts'
import type { PlainFields } from '../../history/field-changes.ts'
import { namedIn } from '../../records/texts.ts'
import { imageIdIn } from '../images/image-address.ts'
import type { ProductRecord } from './product-record.ts'
import type { Shelf } from './shelf.ts'

/**
 * A product as its history tells of it: variants that are sold by their skus, prices by their groups, what it refers to by its
 * name, a picture of the shop's own by what it is told apart from others by.
 */
export function productFields(
  { catalogs, priceGroups, store, taxRates }: Shelf,
  product: ProductRecord,
): PlainFields {
  const sold = product.variants.filter(({ isRetired }) => !isRetired)
  const variants = sold.map((variant): [string, PlainFields] => [
    `variants.${variant.variantSku ?? product.sku}`,
    {
      names: variant.names,
      options: variant.options.map(({ name, value }) => `${name}: ${value}`),
      imageUrl: imageField(variant.imageUrl),
      barcodes: variant.barcodes,
      prices: Object.fromEntries(
        Object.entries(variant.prices).map(([groupId, amount]) => [
          groupId,
          plainAmount(amount, priceGroups.get(groupId)?.currency ?? 'XXX'),
        ]),
      ),
    },
  ])
  return {
    sku: product.sku,
    names: product.names,
    descriptions: product.descriptions,
    imageUrl: imageField(product.imageUrl),
    catalogId: namedIn(catalogs, store)(product.catalogId),
    taxRate: plainRate(product.taxRate),
    taxRateId: product.taxRateId && namedIn(taxRates, store)(product.taxRateId),
    state: product.state,
    isGiftCard: product.isGiftCard,
    variants: sold.map(({ variantSku }) => variantSku ?? product.sku),
    ...Object.fromEntries(variants),
  }
}

const imageField = (address: string | null): string | null => imageIdIn(address)?.slice(0, 8) ?? address
