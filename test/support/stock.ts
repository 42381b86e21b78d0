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
