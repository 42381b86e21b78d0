import type { Product, ProductsAnswer } from '../../core/catalog/catalog.schema.ts'
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
