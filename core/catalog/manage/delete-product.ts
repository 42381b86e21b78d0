import type { WriteDb } from '../../database/engine.ts'
import { changedMeanwhile, recordDone } from '../../history/record-events.ts'
import type { Context } from '../../operations/context.ts'
import { requireSeen } from './change-product.ts'
import { getProduct } from './find-product.ts'
import type { ProductRecord } from './product-record.ts'
import {
  deleteProductRecord,
  findUsedVariants,
  isInCampaign,
  updateProductRecords,
} from './product-record.repository.ts'
import type { ProductRetired } from './product.schema.ts'
import { PRODUCT } from './save-products.ts'

/**
 * Deletes a product that was never used. One that is in a cart, an order or a campaign is retired: it stays, and is sold
 * no more.
 * @throws CommerceError NotFound; Conflict where it is no longer the version that the caller has seen
 */
export async function deleteProduct(db: WriteDb, context: Context, key: string): Promise<ProductRetired> {
  const product = await getProduct(db, context.storeId, key)
  await requireSeen(db, context, product)
  const variantIds = product.variants.map(({ id }) => id)
  const isUsed = (await findUsedVariants(db, variantIds)).size > 0 || (await isInCampaign(db, product.id))
  if (product.state === 'retired' && isUsed) return { success: true, retired: true }
  const isDone = isUsed ? await retire(db, context.storeId, product) : await deleteProductRecord(db, product)
  if (!isDone) throw await changedMeanwhile(db, PRODUCT, product)
  await recordDone(db, context, [
    {
      recordId: product.id,
      noun: PRODUCT,
      version: product.version + 1,
      kind: isUsed ? 'retired' : 'deleted',
      changes: isUsed ? [{ field: 'state', from: product.state, to: 'retired' }] : [],
    },
  ])
  return { success: true, retired: isUsed }
}

async function retire(db: WriteDb, storeId: string, before: ProductRecord): Promise<boolean> {
  const after: ProductRecord = { ...before, version: before.version + 1, state: 'retired' }
  return (await updateProductRecords(db, storeId, [{ before, after }])).length === 0
}
