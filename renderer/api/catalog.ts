import type { Product, ProductsAnswer } from '../../core/catalog/catalog.schema.ts'
import type { PriceGroup, PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
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

/** The price group of a currency that comes first, for whoever asks what goods cost without a cart. */
export async function firstPriceGroup(
  cultureCode: string,
  currency: string,
  signal?: AbortSignal,
): Promise<PriceGroup | undefined> {
  const query = { cultureCode, currency, maxItems: 1 }
  return (await get<PriceGroupsAnswer>('/price-groups', query, signal)).priceGroups[0]
}
