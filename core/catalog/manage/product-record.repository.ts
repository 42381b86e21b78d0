import type { ReadDb } from '../../database/engine.ts'
import { ofStore } from '../../database/queries/of-store.ts'
import { textsOf } from '../../records/texts.ts'
import { taxRateOf } from '../product.repository.ts'
import type { ListedRecord, ProductRecord, VariantRecord } from './product-record.ts'

/** What products are asked for by. */
export type ProductKey = 'id' | 'sku'

/** Whole products, retired ones too, by the keys that there are. */
export async function findProductRecords(
  db: ReadDb,
  storeId: string,
  by: ProductKey,
  keys: readonly string[],
): Promise<ProductRecord[]> {
  const products = await findListedRecords(db, storeId, by, keys)
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const descriptions = await db
    .selectFrom('product_descriptions')
    .selectAll()
    .where('product_id', 'in', ids)
    .execute()
  const descriptionsOf = Map.groupBy(descriptions, (row) => row.product_id)
  return products.map((product) => ({
    ...product,
    descriptions: textsOf(descriptionsOf.get(product.id), (text) => text.description),
  }))
}

/** The same as lists show them. */
export async function findListedRecords(
  db: ReadDb,
  storeId: string,
  by: ProductKey,
  keys: readonly string[],
): Promise<ListedRecord[]> {
  if (keys.length === 0) return []
  const products = await db
    .selectFrom('products as product')
    .leftJoin('tax_rates as rate', 'rate.id', 'product.tax_rate_id')
    .selectAll('product')
    .select(taxRateOf.as('taxRate'))
    .where(by === 'id' ? ofStore('product.store_id', storeId) : (of) => of('product.store_id', '=', storeId))
    .where(`product.${by}`, 'in', keys)
    .execute()
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const names = await db.selectFrom('product_names').selectAll().where('product_id', 'in', ids).execute()
  const namesOf = Map.groupBy(names, (row) => row.product_id)
  const variantsOf = await findVariantRecords(db, ids)
  return products.map((row) => ({
    id: row.id,
    version: row.version,
    sku: row.sku,
    names: textsOf(namesOf.get(row.id), (text) => text.name),
    imageUrl: row.image_url,
    catalogId: row.catalog_id,
    taxRate: row.taxRate,
    taxRateId: row.tax_rate_id,
    state: row.state,
    isGiftCard: row.is_gift_card === 1,
    variants: variantsOf.get(row.id) ?? [],
  }))
}

/** The variants of products, by the product's id, each product's in their order. */
async function findVariantRecords(
  db: ReadDb,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, VariantRecord[]>> {
  const variantIds = db.selectFrom('variants').select('id').where('product_id', 'in', productIds)
  const variants = await db
    .selectFrom('variants')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const names = Map.groupBy(
    await db.selectFrom('variant_names').selectAll().where('variant_id', 'in', variantIds).execute(),
    (row) => row.variant_id,
  )
  const options = Map.groupBy(
    await db
      .selectFrom('variant_options')
      .selectAll()
      .where('variant_id', 'in', variantIds)
      .orderBy('position')
      .execute(),
    (row) => row.variant_id,
  )
  const barcodes = Map.groupBy(
    await db
      .selectFrom('variant_barcodes')
      .selectAll()
      .where('variant_id', 'in', variantIds)
      .orderBy('position')
      .execute(),
    (row) => row.variant_id,
  )
  const prices = Map.groupBy(
    await db.selectFrom('prices').selectAll().where('variant_id', 'in', variantIds).execute(),
    (row) => row.variant_id,
  )
  const record = (row: (typeof variants)[number]): VariantRecord => ({
    id: row.id,
    isRetired: row.is_retired === 1,
    variantSku: row.variant_sku,
    names: textsOf(names.get(row.id), (text) => text.name),
    imageUrl: row.image_url,
    options: (options.get(row.id) ?? []).map(({ name, value }) => ({ name, value })),
    barcodes: [
      ...(row.barcode === null ? [] : [row.barcode]),
      ...(barcodes.get(row.id) ?? []).map(({ barcode }) => barcode),
    ],
    prices: Object.fromEntries(
      (prices.get(row.id) ?? []).map((price) => [price.price_group_id, price.amount]),
    ),
  })
  const byProduct = Map.groupBy(variants, (row) => row.product_id)
  return new Map([...byProduct].map(([productId, rows]) => [productId, rows.map(record)]))
}
