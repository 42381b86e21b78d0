import type { Product, ProductsAnswer } from '../../core/catalog/catalog.schema.ts'
import type { PriceGroup, PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import { MAX_ITEMS } from './all-of.ts'
import { get } from './client.ts'

export type { Product } from '../../core/catalog/catalog.schema.ts'

/** Goods by sku, variant sku, barcode or the beginnings of words of the name, priced in the group. */
export async function searchProducts(
  query: { search: string; cultureCode: string; priceGroupId: string; maxItems?: number },
  signal?: AbortSignal,
): Promise<Product[]> {
  const { products } = await get<ProductsAnswer>('/products', query, signal)
  return products
}

/**
 * What the group sells of a product, however many variants that are.
 * @param search its sku, or a code that is of what is meant alone
 */
export async function listVariantsSold({
  sku,
  ...query
}: {
  sku: string
  search: string
  cultureCode: string
  priceGroupId: string
}): Promise<Product[]> {
  const variants: Product[] = []
  let nextPagingToken: string | undefined
  do {
    const answer = await get<ProductsAnswer>('/products', { ...query, maxItems: MAX_ITEMS, nextPagingToken })
    const own = answer.products.filter((product) => product.sku === sku)
    variants.push(...own)
    // A code finds what has it alone. Where that is not sold, it may find others by their names, and none of this.
    nextPagingToken = (own.length > 0 && answer.nextPagingToken) || undefined
  } while (nextPagingToken !== undefined)
  return variants
}

/** The price group of a currency that comes first, for whoever asks what goods cost without a cart. */
export async function firstPriceGroup(
  cultureCode: string,
  currency: string,
  signal?: AbortSignal,
): Promise<PriceGroup | undefined> {
  const query = { cultureCode, currency, maxItems: 1 }
  return (await get<PriceGroupsAnswer>('/price-groups', query, signal)).priceGroups[0]
}
