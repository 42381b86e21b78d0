import { chunksOf } from '../../core/kernel/chunks.ts'
import { adjustStock } from '../../core/stock/adjust-stock.ts'
import { findStoreByCode } from '../../core/stores/store.repository.ts'
import { inDatabase } from './data.ts'

/** Counts everything that the store harbour sells past the core, in the shop of a folder that nobody has open: so many of each. */
export async function stockUpIn(dataDir: string, quantity: number): Promise<void> {
  await inDatabase(dataDir, async (db) => {
    const store = await findStoreByCode(db, 'harbour')
    if (!store) throw new Error('There is no store harbour.')
    const goods = await db
      .selectFrom('variants as variant')
      .innerJoin('products as product', 'product.id', 'variant.product_id')
      .select(['product.sku', 'variant.variant_sku as variantSku'])
      .where('product.store_id', '=', store.id)
      .execute()
    const context = { storeId: store.id, name: 'Test', now: new Date(), changes: [], ifMatch: undefined }
    for (const some of chunksOf(goods, 500)) {
      const items = some.map((each) => ({ ...each, quantity }))
      await adjustStock(db, context, { kind: 'count', items })
    }
  })
}

/** Has no store of the shop in a folder that nobody has open keep any stock: as before the first goods were counted. */
export async function forgetStockIn(dataDir: string): Promise<string> {
  await inDatabase(dataDir, async (db) => {
    await db.deleteFrom('stock_movements').execute()
    await db.deleteFrom('stock_levels').execute()
    await db.updateTable('stores').set({ keeps_stock: 0 }).execute()
  })
  return dataDir
}
