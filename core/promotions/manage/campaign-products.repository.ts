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
