import type { ReadDb } from '../../database/engine.ts'
import { inParts } from '../../database/queries/in-parts.ts'

/** Which of some variants are in a cart or an order, or have a stock that somebody has counted. */
export async function findUsedVariants(db: ReadDb, variantIds: readonly string[]): Promise<Set<string>> {
  const rows = await inParts(variantIds, async (some) =>
    db
      .selectFrom('cart_lines')
      .select('variant_id')
      .where('variant_id', 'in', some)
      .union(db.selectFrom('order_lines').select('variant_id').where('variant_id', 'in', some))
      .union(db.selectFrom('stock_levels').select('id as variant_id').where('id', 'in', some))
      .execute(),
  )
  return new Set(rows.map((row) => row.variant_id))
}

/** Whether a campaign is about the product. */
export const isInCampaign = async (db: ReadDb, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('campaign_item_products')
    .select('product_id')
    .where('product_id', '=', productId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A code of a store that is in use, and the product that it belongs to. */
export interface TakenCode {
  readonly code: string
  readonly productId: string
  readonly sku: string
}

/** Which of some variant skus are in use. */
export const findTakenVariantSkus = async (
  db: ReadDb,
  storeId: string,
  skus: readonly string[],
): Promise<readonly TakenCode[]> =>
  inParts(skus, async (some) =>
    db
      .selectFrom('variants as variant')
      .innerJoin('products as product', 'product.id', 'variant.product_id')
      .select(['variant.variant_sku as code', 'product.id as productId', 'product.sku'])
      .where('variant.store_id', '=', storeId)
      .where('variant.variant_sku', 'in', some)
      .$narrowType<{ code: string }>()
      .execute(),
  )

/** Which of some barcodes are in use. */
export const findTakenBarcodes = async (
  db: ReadDb,
  storeId: string,
  barcodes: readonly string[],
): Promise<readonly TakenCode[]> =>
  inParts(barcodes, async (some) =>
    db
      .selectFrom('variants as variant')
      .innerJoin('products as product', 'product.id', 'variant.product_id')
      .select(['variant.barcode as code', 'product.id as productId', 'product.sku'])
      .where('variant.store_id', '=', storeId)
      .where('variant.barcode', 'in', some)
      .$narrowType<{ code: string }>()
      .unionAll(
        db
          .selectFrom('variant_barcodes as further')
          .innerJoin('variants as variant', 'variant.id', 'further.variant_id')
          .innerJoin('products as product', 'product.id', 'variant.product_id')
          .select(['further.barcode as code', 'product.id as productId', 'product.sku'])
          .where('further.store_id', '=', storeId)
          .where('further.barcode', 'in', some),
      )
      .execute(),
  )
