import { toMajor, toRate, type Minor } from '../../kernel/money.ts'
import type { ListedRecord, ProductRecord, VariantRecord } from './product-record.ts'
import type { ListedProduct, ManagedProduct } from './product.schema.ts'
import type { Shelf, ShelfGroup } from './shelf.ts'

/** A product as the list shows it. */
export const listedProduct = (shelf: Shelf, product: ListedRecord): ListedProduct => ({
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

const sold = ({ variants }: ListedRecord): VariantRecord[] => variants.filter(({ isRetired }) => !isRetired)

const fieldsOf = ({
  catalogId,
  id,
  imageUrl,
  isGiftCard,
  names,
  sku,
  state,
  taxRate,
  taxRateId,
  version,
}: ListedRecord) => ({
  id,
  version,
  sku,
  names,
  imageUrl,
  catalogId,
  taxRate: toRate(taxRate),
  taxRateId,
  state,
  isGiftCard,
})

const variantFields = (shelf: Shelf, variant: VariantRecord) => ({
  id: variant.id,
  variantSku: variant.variantSku,
  names: variant.names,
  options: [...variant.options],
  imageUrl: variant.imageUrl,
  barcodes: [...variant.barcodes],
  prices: groupsWith(shelf, variant).map((group) => priceOf(group, variant.prices[group.id] ?? 0)),
})

/** The groups that have a price of their own, in their order. Of a thousand groups a variant has a price in few. */
const groupsWith = ({ priceGroups }: Shelf, { prices }: VariantRecord): ShelfGroup[] =>
  inOrder(Object.keys(prices).flatMap((id) => priceGroups.get(id) ?? []))

const inOrder = (groups: readonly ShelfGroup[]): ShelfGroup[] => groups.toSorted((a, b) => a.place - b.place)

const priceOf = ({ currency, id }: ShelfGroup, price: Minor) => ({
  priceGroupId: id,
  currency,
  price: toMajor(price, currency),
})

/** What groups without a price of their own take from the nearest one that they derive from. */
function inheritedPrices({ heirs, priceGroups }: Shelf, { prices }: VariantRecord) {
  const groups = new Set(
    Object.keys(prices).flatMap((id) => (priceGroups.has(id) ? (heirs.get(id) ?? []) : [])),
  )
  return inOrder([...groups]).flatMap((group) => {
    const from = group.chain.find((id) => prices[id] !== undefined)
    if (group.isRetired || from === undefined || from === group.id) return []
    return [{ ...priceOf(group, prices[from] ?? 0), inheritedFrom: from }]
  })
}
