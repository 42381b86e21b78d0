import type { ReadDb } from '../../database/engine.ts'

/** The ids of a store's products by their skus, of those that there are. */
export async function findProductIds(
  db: ReadDb,
  storeId: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('store_id', '=', storeId)
    .where('sku', 'in', [...new Set(skus)])
    .execute()
  return new Map(rows.map(({ id, sku }) => [sku, id]))
}

/** The ids of all variants of a store's products, by the products' skus. */
export async function findVariantIds(
  db: ReadDb,
  storeId: string,
  skus: readonly string[],
): Promise<(sku: string) => readonly string[]> {
  const productIds = await findProductIds(db, storeId, skus)
  if (productIds.size === 0) return () => []
  const rows = await db
    .selectFrom('variants')
    .select(['id', 'product_id'])
    .where('product_id', 'in', [...productIds.values()])
    .execute()
  const byProduct = Map.groupBy(rows, (row) => row.product_id)
  return (sku) => (byProduct.get(productIds.get(sku) ?? '') ?? []).map(({ id }) => id)
}
