import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { insertRows, updateRow, updateVersion } from '../../database/queries/prepared.ts'
import { isSame } from '../../records/is-same.ts'
import type { RecordChange, RecordRows } from '../../records/noun.ts'
import { textsOf } from '../../records/texts.ts'
import { taxRateOf } from '../product.repository.ts'
import { productTerms } from '../product-terms.ts'
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
    .where('product.store_id', '=', storeId)
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

/** Stores new products with all that belongs to them. */
async function insertProductRecords(
  db: WriteDb,
  storeId: string,
  products: readonly ProductRecord[],
): Promise<void> {
  await insertRows(
    db,
    'products',
    products.map((product) => ({ id: product.id, store_id: storeId, ...columnsOf(product) })),
  )
  await insertTexts(db, products)
  await insertVariantRecords(
    db,
    storeId,
    products.flatMap((product) =>
      product.variants.map((variant, position) => ({ product, variant, position })),
    ),
  )
}

const columnsOf = ({ catalogId, imageUrl, sku, state, taxRate, taxRateId, version }: ProductRecord) => ({
  catalog_id: catalogId,
  sku,
  tax_rate_ppm: taxRate,
  tax_rate_id: taxRateId,
  image_url: imageUrl,
  version,
  state,
})

async function insertTexts(db: WriteDb, products: readonly ProductRecord[]): Promise<void> {
  await insertRows(
    db,
    'product_names',
    products.flatMap(({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ product_id: id, culture_code, name })),
    ),
  )
  await insertRows(
    db,
    'product_descriptions',
    products.flatMap(({ id, descriptions }) =>
      Object.entries(descriptions).map(([culture_code, description]) => ({
        product_id: id,
        culture_code,
        description,
      })),
    ),
  )
}

interface Placed {
  readonly product: ProductRecord
  readonly variant: VariantRecord
  readonly position: number
}

async function insertVariantRecords(db: WriteDb, storeId: string, placed: readonly Placed[]): Promise<void> {
  await insertRows(
    db,
    'variants',
    placed.map(({ product, variant, position }) => ({
      id: variant.id,
      store_id: storeId,
      product_id: product.id,
      variant_sku: variant.variantSku,
      barcode: variant.barcodes[0] ?? null,
      position,
      is_retired: Number(variant.isRetired),
    })),
  )
  await insertVariantParts(db, storeId, placed)
}

/** What belongs to variants beside their own rows. */
async function insertVariantParts(db: WriteDb, storeId: string, placed: readonly Placed[]): Promise<void> {
  const variants = placed.map(({ variant }) => variant)
  await insertRows(
    db,
    'variant_names',
    variants.flatMap(({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ variant_id: id, culture_code, name })),
    ),
  )
  await insertRows(
    db,
    'variant_options',
    variants.flatMap(({ id, options }) =>
      options.map(({ name, value }, position) => ({ variant_id: id, position, name, value })),
    ),
  )
  await insertRows(
    db,
    'variant_barcodes',
    variants.flatMap(({ id, barcodes }) =>
      barcodes
        .slice(1)
        .map((barcode, index) => ({ store_id: storeId, barcode, variant_id: id, position: index + 1 })),
    ),
  )
  await insertRows(
    db,
    'prices',
    variants.flatMap(({ id, prices }) =>
      Object.entries(prices).map(([price_group_id, amount]) => ({ variant_id: id, price_group_id, amount })),
    ),
  )
  await insertRows(
    db,
    'product_terms',
    placed.flatMap(({ product, variant }) => {
      const names = [...Object.values(product.names), ...Object.values(variant.names)]
      const codes = [product.sku, variant.variantSku, ...variant.barcodes]
      return productTerms(names, codes).map((term) => ({ store_id: storeId, term, variant_id: variant.id }))
    }),
  )
}

/**
 * Stores changed products, each where it still is in the version that it was seen in. Variants that are in them no more
 * are deleted.
 * @throws Overtaken
 */
async function updateProductRecords(
  db: WriteDb,
  storeId: string,
  changes: readonly RecordChange<ProductRecord>[],
): Promise<void> {
  for (const { before, after } of changes) {
    await updateVersion(db, 'products', before, columnsOf(after))
  }
  const renamed = changes.filter(
    ({ before, after }) => !isSame([before.names, before.descriptions], [after.names, after.descriptions]),
  )
  const ids = renamed.map(({ after }) => after.id)
  if (ids.length > 0) {
    await db.deleteFrom('product_names').where('product_id', 'in', ids).execute()
    await db.deleteFrom('product_descriptions').where('product_id', 'in', ids).execute()
    await insertTexts(
      db,
      renamed.map(({ after }) => after),
    )
  }
  await updateVariants(db, storeId, changes)
}

async function updateVariants(
  db: WriteDb,
  storeId: string,
  changes: readonly RecordChange<ProductRecord>[],
): Promise<void> {
  const kept = new Set(changes.flatMap(({ after }) => after.variants.map(({ id }) => id)))
  const gone = changes.flatMap(({ before }) =>
    before.variants.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  )
  const added: Placed[] = []
  const changed: (Placed & { readonly isMoved: boolean })[] = []
  for (const { before, after } of changes) {
    const known = new Map(before.variants.map((variant, position) => [variant.id, { variant, position }]))
    const isRenamed = !isSame([before.names, before.sku], [after.names, after.sku])
    for (const [position, variant] of after.variants.entries()) {
      const old = known.get(variant.id)
      if (!old) added.push({ product: after, variant, position })
      else if (isRenamed || old.position !== position || !isSame(old.variant, variant)) {
        const isMoved = !isSame(codesOf(old.variant), codesOf(variant))
        changed.push({ product: after, variant, position, isMoved })
      }
    }
  }
  // A code may go from one variant to another: all are free before any is given.
  for (const { variant, isMoved } of changed) {
    if (isMoved) await updateRow(db, 'variants', variant.id, { variant_sku: null, barcode: null })
  }
  await deleteParts(db, [...changed.map(({ variant }) => variant.id), ...gone])
  if (gone.length > 0) await db.deleteFrom('variants').where('id', 'in', gone).execute()
  for (const { variant, position } of changed) {
    await updateRow(db, 'variants', variant.id, {
      variant_sku: variant.variantSku,
      barcode: variant.barcodes[0] ?? null,
      position,
      is_retired: Number(variant.isRetired),
    })
  }
  await insertVariantParts(db, storeId, changed)
  await insertVariantRecords(db, storeId, added)
}

const codesOf = ({ barcodes, variantSku }: VariantRecord) => [variantSku, barcodes]

async function deleteParts(db: WriteDb, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return
  await db.deleteFrom('variant_names').where('variant_id', 'in', variantIds).execute()
  await db.deleteFrom('variant_options').where('variant_id', 'in', variantIds).execute()
  await db.deleteFrom('variant_barcodes').where('variant_id', 'in', variantIds).execute()
  await db.deleteFrom('prices').where('variant_id', 'in', variantIds).execute()
  await db.deleteFrom('product_terms').where('variant_id', 'in', variantIds).execute()
}

/** Deletes a product that nothing refers to. @throws Overtaken where it is in another version by now */
async function deleteProductRecord(db: WriteDb, product: ProductRecord): Promise<void> {
  await updateVersion(db, 'products', product, { version: product.version + 1 })
  const variantIds = product.variants.map(({ id }) => id)
  await deleteParts(db, variantIds)
  await db.deleteFrom('variants').where('product_id', '=', product.id).execute()
  await db.deleteFrom('product_names').where('product_id', '=', product.id).execute()
  await db.deleteFrom('product_descriptions').where('product_id', '=', product.id).execute()
  await db.deleteFrom('products').where('id', '=', product.id).execute()
}

/** How products are kept, with all that belongs to them. */
export const productRows: RecordRows<ProductRecord> = {
  insert: async (db, { storeId }, products) => insertProductRecords(db, storeId, products),
  update: async (db, { storeId }, changes) => updateProductRecords(db, storeId, changes),
  delete: async (db, _author, product) => deleteProductRecord(db, product),
}

/**
 * Which of some variants are in a cart or an order. Lines are younger than what is on them, and ids begin with the time
 * they were made at: only lines from then on are looked at.
 */
export async function findUsedVariants(db: ReadDb, variantIds: readonly string[]): Promise<Set<string>> {
  const [first] = [...variantIds].sort()
  if (first === undefined) return new Set()
  const rows = await db
    .selectFrom('cart_lines')
    .select('variant_id')
    .where('id', '>', first)
    .where('variant_id', 'in', variantIds)
    .union(
      db
        .selectFrom('order_lines')
        .select('variant_id')
        .where('id', '>', first)
        .where('variant_id', 'in', variantIds),
    )
    .execute()
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
  skus.length === 0
    ? []
    : db
        .selectFrom('variants as variant')
        .innerJoin('products as product', 'product.id', 'variant.product_id')
        .select(['variant.variant_sku as code', 'product.id as productId', 'product.sku'])
        .where('variant.store_id', '=', storeId)
        .where('variant.variant_sku', 'in', skus)
        .$narrowType<{ code: string }>()
        .execute()

/** Which of some barcodes are in use. */
export const findTakenBarcodes = async (
  db: ReadDb,
  storeId: string,
  barcodes: readonly string[],
): Promise<readonly TakenCode[]> =>
  barcodes.length === 0
    ? []
    : db
        .selectFrom('variants as variant')
        .innerJoin('products as product', 'product.id', 'variant.product_id')
        .select(['variant.barcode as code', 'product.id as productId', 'product.sku'])
        .where('variant.store_id', '=', storeId)
        .where('variant.barcode', 'in', barcodes)
        .$narrowType<{ code: string }>()
        .unionAll(
          db
            .selectFrom('variant_barcodes as further')
            .innerJoin('variants as variant', 'variant.id', 'further.variant_id')
            .innerJoin('products as product', 'product.id', 'variant.product_id')
            .select(['further.barcode as code', 'product.id as productId', 'product.sku'])
            .where('further.store_id', '=', storeId)
            .where('further.barcode', 'in', barcodes),
        )
        .execute()
