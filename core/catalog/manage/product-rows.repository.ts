import type { WriteDb } from '../../database/engine.ts'
import { inParts } from '../../database/queries/in-parts.ts'
import {
  insertRows,
  insertRowsUnlessThere,
  updateRow,
  updateVersion,
} from '../../database/queries/prepared.ts'
import { lockRows } from '../../database/queries/lock-rows.ts'
import { isSame } from '../../records/is-same.ts'
import type { RecordChange, RecordRows } from '../../records/noun.ts'
import { part, type Part } from '../../records/record-rows.ts'
import { indexLater } from '../../records/unindexed-records.ts'
import { wordParts } from '../../kernel/search-terms.ts'
import type { ProductTermTable, WordPartTable } from '../catalog.table.ts'
import { productTerms } from '../product-terms.ts'
import { noteImages } from '../images/image.repository.ts'
import { findListedRecords } from './product-record.repository.ts'
import { imageUrlsOf, type ListedRecord, type ProductRecord, type VariantRecord } from './product-record.ts'

/** As histories call them. */
export const PRODUCT = 'product'

/** When the words are written by which products are found: with them, or soon after, by `indexProducts`. */
type Terms = 'now' | 'later'

/** Stores new products with all that belongs to them. */
async function insertProductRecords(
  db: WriteDb,
  storeId: string,
  products: readonly ProductRecord[],
  terms: Terms,
): Promise<void> {
  await insertRows(
    db,
    'products',
    products.map((product) => ({ id: product.id, store_id: storeId, ...columnsOf(product) })),
  )
  await insertTexts(db, products)
  await insertVariants(
    db,
    products.flatMap((product) => placedOf(storeId, product)),
    terms,
  )
  if (terms === 'later') await indexLater(db, storeId, PRODUCT, products)
}

const columnsOf = ({
  catalogId,
  imageUrl,
  isGiftCard,
  sku,
  state,
  taxRate,
  taxRateId,
  version,
}: ProductRecord) => ({
  catalog_id: catalogId,
  sku,
  tax_rate_ppm: taxRate,
  tax_rate_id: taxRateId,
  image_url: imageUrl,
  version,
  state,
  is_gift_card: Number(isGiftCard),
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

/** A variant in its product, in its store. */
interface Placed {
  readonly storeId: string
  readonly product: ListedRecord
  readonly variant: VariantRecord
  readonly position: number
}

const placedOf = (storeId: string, product: ListedRecord): Placed[] =>
  product.variants.map((variant, position) => ({ storeId, product, variant, position }))

/** The variant's own row, without what it is known by. */
const ownRow = ({ position, variant }: Placed) => ({
  variant_sku: variant.variantSku,
  barcode: variant.barcodes[0] ?? null,
  position,
  image_url: variant.imageUrl,
  is_retired: Number(variant.isRetired),
})

/** What belongs to variants beside their own rows, without the words by which they are found. */
const PARTS: readonly Part<Placed>[] = [
  part('variant_names', 'variant_id', ({ variant: { id, names } }: Placed) =>
    Object.entries(names).map(([culture_code, name]) => ({ variant_id: id, culture_code, name })),
  ),
  part('variant_options', 'variant_id', ({ variant: { id, options } }: Placed) =>
    options.map(({ name, value }, position) => ({ variant_id: id, position, name, value })),
  ),
  part('variant_barcodes', 'variant_id', ({ storeId, variant: { barcodes, id } }: Placed) =>
    barcodes
      .slice(1)
      .map((barcode, index) => ({ store_id: storeId, barcode, variant_id: id, position: index + 1 })),
  ),
  part('prices', 'variant_id', ({ variant: { id, prices } }: Placed) =>
    Object.entries(prices).map(([price_group_id, amount]) => ({ variant_id: id, price_group_id, amount })),
  ),
]

const termRows = ({ product, storeId, variant }: Placed): ProductTermTable[] => {
  const names = [...Object.values(product.names), ...Object.values(variant.names)]
  const codes = [product.sku, variant.variantSku, ...variant.barcodes]
  return productTerms(names, codes).map((term) => ({ store_id: storeId, term, variant_id: variant.id }))
}
const TERMS: Part<Placed> = {
  ...part('product_terms', 'variant_id', termRows),
  insert: async (db, placed) => {
    const rows = placed.flatMap(termRows).toSorted(byTerm)
    // In the order in which they are kept: each page of many is written once, and of two who write the same words one waits.
    await insertRows(db, 'product_terms', rows)
    await insertRowsUnlessThere(db, 'word_parts', wordPartRows(rows))
  },
}

/** What stands within the words, each once. */
const wordPartRows = (rows: readonly ProductTermTable[]): WordPartTable[] => {
  const words = new Map(rows.map(({ store_id, term }) => [term, store_id]))
  return Array.from(words, ([word, store_id]) => wordParts(word).map((term) => ({ store_id, term, word })))
    .flat()
    .toSorted(byTerm)
}

const byTerm = (
  { term: one }: { readonly term: string },
  { term: other }: { readonly term: string },
): number => (one < other ? -1 : Number(one > other))

async function insertVariants(db: WriteDb, placed: readonly Placed[], terms: Terms): Promise<void> {
  const rows = placed.map((each) => ({
    id: each.variant.id,
    store_id: each.storeId,
    product_id: each.product.id,
    ...ownRow(each),
  }))
  await insertRows(db, 'variants', rows)
  for (const each of PARTS) await each.insert(db, placed)
  if (terms === 'now') await TERMS.insert(db, placed)
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
  terms: Terms,
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
  await updateVariants(db, storeId, changes, terms)
}

/** A variant before and after a change of its product. */
interface VariantChange {
  readonly before: Placed
  readonly after: Placed
}

async function updateVariants(
  db: WriteDb,
  storeId: string,
  changes: readonly RecordChange<ProductRecord>[],
  terms: Terms,
): Promise<void> {
  const changed: VariantChange[] = []
  const added: Placed[] = []
  const gone: string[] = []
  for (const { before, after } of changes) {
    const known = new Map(placedOf(storeId, before).map((old) => [old.variant.id, old]))
    const isRenamed = !isSame([before.names, before.sku], [after.names, after.sku])
    for (const placed of placedOf(storeId, after)) {
      const old = known.get(placed.variant.id)
      known.delete(placed.variant.id)
      if (!old) added.push(placed)
      else if (isRenamed || old.position !== placed.position || !isSame(old.variant, placed.variant))
        changed.push({ before: old, after: placed })
    }
    gone.push(...known.keys())
  }
  const differing = (of: (placed: Placed) => unknown): Placed[] =>
    changed.filter(({ after, before }) => !isSame(of(before), of(after))).map(({ after }) => after)
  const moved = differing(ownRow)
  const parts = PARTS.map((each) => ({ each, placed: differing(each.rows) }))
  const renamed = differing(TERMS.rows)

  // A code may go from one variant to another: all are free before any is given.
  for (const { variant } of differing(codesOf))
    await updateRow(db, 'variants', variant.id, { variant_sku: null, barcode: null })
  for (const { each, placed } of parts) await each.delete(db, [...placed.map(idOf), ...gone])
  await TERMS.delete(db, [...(terms === 'now' ? renamed.map(idOf) : []), ...gone])
  await inParts(gone, async (some) => db.deleteFrom('variants').where('id', 'in', some).execute())
  for (const each of moved) await updateRow(db, 'variants', each.variant.id, ownRow(each))
  for (const { each, placed } of parts) await each.insert(db, placed)
  if (terms === 'now') await TERMS.insert(db, renamed)
  await insertVariants(db, added, terms)
  if (terms === 'later') {
    const ids = new Set([...renamed, ...added].map(({ product }) => product.id))
    const products = changes.flatMap(({ after }) => (ids.has(after.id) ? [after] : []))
    await indexLater(db, storeId, PRODUCT, products)
  }
}

const idOf = ({ variant }: Placed): string => variant.id
/** Those in the variant's own row. */
const codesOf = ({ variant: { barcodes, variantSku } }: Placed) => [variantSku, barcodes[0]]

/**
 * Writes the words by which products are found, as the products are now; those that are gone are left out. Nobody changes
 * them meanwhile.
 */
export async function indexProducts(
  db: WriteDb,
  storeId: string,
  productIds: readonly string[],
): Promise<void> {
  await lockRows(db, 'products', productIds)
  const products = await findListedRecords(db, storeId, 'id', productIds)
  const placed = products.flatMap((product) => placedOf(storeId, product))
  await TERMS.delete(db, placed.map(idOf))
  await TERMS.insert(db, placed)
}

/** Deletes a product that nothing refers to. @throws Overtaken where it is in another version by now */
async function deleteProductRecord(db: WriteDb, product: ProductRecord): Promise<void> {
  await updateVersion(db, 'products', product, { version: product.version + 1 })
  const variantIds = product.variants.map(({ id }) => id)
  for (const each of [...PARTS, TERMS]) await each.delete(db, variantIds)
  await db.deleteFrom('variants').where('product_id', '=', product.id).execute()
  await db.deleteFrom('product_names').where('product_id', '=', product.id).execute()
  await db.deleteFrom('product_descriptions').where('product_id', '=', product.id).execute()
  await db.deleteFrom('products').where('id', '=', product.id).execute()
}

const rowsWith = (terms: Terms): RecordRows<ProductRecord> => ({
  table: 'products',
  insert: async (db, { now, storeId }, products) => {
    await insertProductRecords(db, storeId, products, terms)
    const changes = products.map((product) => ({ before: [], after: imageUrlsOf(product) }))
    await noteImages(db, now, changes)
  },
  update: async (db, { now, storeId }, changes) => {
    await updateProductRecords(db, storeId, changes, terms)
    await noteImages(
      db,
      now,
      changes.map(({ after, before }) => ({ before: imageUrlsOf(before), after: imageUrlsOf(after) })),
    )
  },
  delete: async (db, { now }, product) => {
    await deleteProductRecord(db, product)
    await noteImages(db, now, [{ before: imageUrlsOf(product), after: [] }])
  },
})

/** How products are kept, with all that belongs to them. */
export const productRows = rowsWith('now')

/** The same, where the words by which they are found are written soon after (`records/unindexed-records.ts`). */
export const unindexedProductRows = rowsWith('later')
