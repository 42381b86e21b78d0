import { adjustStock, changeReorderPoint } from '../stock/adjust-stock.ts'
import { findGoodsBySku } from '../stock/stock-level.repository.ts'
import type { ShopMaking } from './shop-keys.ts'

/** Counts the goods that the shop keeps stock of, and says at how many some are to be ordered anew. */
export async function makeStock({ author, db, shop }: ShopMaking): Promise<void> {
  const context = { ...author, changes: [], ifMatch: undefined }
  const goods = Map.groupBy(
    await findGoodsBySku(
      db,
      author.storeId,
      shop.stock.map(({ sku }) => sku),
    ),
    ({ sku }) => sku,
  )
  const kept = shop.stock.flatMap(({ quantities, reorderPoint, sku }) =>
    quantities.map((quantity, index) => {
      const variantSku = goods.get(sku)?.[index]?.variantSku ?? null
      return { item: { sku, variantSku, quantity }, reorderPoint }
    }),
  )
  if (kept.length === 0) return
  const { stock } = await adjustStock(db, context, { kind: 'count', items: kept.map(({ item }) => item) })
  for (const [index, { id }] of stock.entries()) {
    const reorderPoint = kept[index]?.reorderPoint
    if (reorderPoint !== undefined) await changeReorderPoint(db, context, id, reorderPoint)
  }
}
