import { MAX_DEPTH } from '../../price-groups/price-group.ts'
import { toMajor, toRate, type Minor } from '../../kernel/money.ts'
import type { ProductRecord, VariantRecord } from './product-record.ts'
import type { ListedProduct, ManagedProduct } from './product.schema.ts'
import type { Shelf, ShelfGroup } from './shelf.ts'

/** A product as the list shows it. */
export const listedProduct = (shelf: Shelf, product: ProductRecord): ListedProduct => ({
  ...fieldsOf(product),
  variants: sold(product).map((variant) => variantFields(shelf, variant)),
})

/** A whole product. */
export const managedProduct = (shelf: Shelf, product: ProductRecord): ManagedProduct => ({
  ...fieldsOf(product),
  descriptions: product.descriptions,
  variants: sold(product).map((variant) => ({
    ...variantFields(shelf, variant),
    inheritedPrices: inheritedPrices(shelf, variant),
  })),
})

const sold = ({ variants }: ProductRecord): VariantRecord[] => variants.filter(({ isRetired }) => !isRetired)

const fieldsOf = ({
  catalogId,
  id,
  imageUrl,
  names,
  sku,
  state,
  taxRate,
  taxRateId,
  version,
}: ProductRecord) => ({
  id,
  version,
  sku,
  names,
  imageUrl,
  catalogId,
  taxRate: toRate(taxRate),
  taxRateId,
  state,
})

const variantFields = (shelf: Shelf, variant: VariantRecord) => ({
  id: variant.id,
  variantSku: variant.variantSku,
  names: variant.names,
  options: [...variant.options],
  barcodes: [...variant.barcodes],
  prices: [...shelf.priceGroups.values()].flatMap((group) => {
    const price = variant.prices[group.id]
    return price === undefined ? [] : [priceOf(group, price)]
  }),
})

const priceOf = ({ currency, id }: ShelfGroup, price: Minor) => ({
  priceGroupId: id,
  currency,
  price: toMajor(price, currency),
})

const inheritedPrices = ({ priceGroups }: Shelf, { prices }: VariantRecord) =>
  [...priceGroups.values()].flatMap((group) => {
    const [own, ...bases] = group.chain.slice(0, MAX_DEPTH + 1)
    const from = bases.find((id) => prices[id] !== undefined)
    if (group.isRetired || from === undefined || own === undefined || prices[own] !== undefined) return []
    return [{ ...priceOf(group, prices[from] ?? 0), inheritedFrom: from }]
  })
