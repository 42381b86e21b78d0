import { sql, type ExpressionBuilder } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import type { Tables } from '../database/schema/tables.ts'
import { fetchFound } from '../database/queries/fetch-found.ts'
import { findTerms } from '../database/queries/find-terms.ts'
import { ofStore } from '../database/queries/of-store.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { prepared, preparedList } from '../database/queries/prepared.ts'
import { cached, nonEmpty } from '../database/cache.ts'
import { barcodeSpellings } from '../kernel/barcodes.ts'
import { pickText } from '../kernel/culture.ts'
import { pastedCode } from '../kernel/pasted.ts'
import { codeTerm, isOfLetters } from '../kernel/search-terms.ts'
import type { ProductTable, VariantTable } from './catalog.table.ts'
import { productSearch } from './product-terms.ts'
import { inherited, type PriceGroupRecord } from '../price-groups/price-group.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

/** Something that can be sold, without its names and price. */
export interface VariantRecord {
  readonly variantId: string
  readonly productId: string
  readonly sku: string
  readonly variantSku: string | null
  readonly barcode: string | null
  readonly catalogId: string
  /** Its own, or that of the product. */
  readonly imageUrl: string | null
  /** Millionths. */
  readonly taxRate: number
}

/** A sellable thing as one price group sells it. */
export interface PricedVariant extends VariantRecord {
  readonly name: string
  /** Minor units of the group's currency, without tax. */
  readonly price: number
}

export interface ProductFilter {
  readonly culture: string
  readonly priceGroup: PriceGroupRecord
  readonly catalogId?: string | undefined
  readonly search?: string | undefined
}

/** The rate of a product: that of its rate with a name, where it has one. Of a query that joins `tax_rates as rate`. */
export const taxRateOf = sql<number>`coalesce(${sql.ref('rate.rate_ppm')}, ${sql.ref('product.tax_rate_ppm')})`

const variantsOfAll = (db: ReadDb) =>
  db
    .selectFrom('variants as variant')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .leftJoin('tax_rates as rate', 'rate.id', 'product.tax_rate_id')
    .select((of) => [
      'variant.id as variantId',
      'variant.product_id as productId',
      'product.sku',
      'variant.variant_sku as variantSku',
      'variant.barcode',
      'variant.position',
      'product.catalog_id as catalogId',
      of.fn.coalesce('variant.image_url', 'product.image_url').as('imageUrl'),
      taxRateOf.as('taxRate'),
    ])

/** Only what is sold: what is retired stays for the carts and orders that it is in. */
const isSold = (
  of: ExpressionBuilder<Tables & { variant: VariantTable; product: ProductTable }, 'variant' | 'product'>,
) => of.and([of('product.state', '=', 'active'), of('variant.is_retired', '=', 0)])

const fromVariants = (db: ReadDb, storeId: string) =>
  variantsOfAll(db).where('variant.store_id', '=', storeId)

/**
 * What a price group sells, by sku. A search that is exactly a barcode, sku or variant sku of it answers that alone, as a
 * scanner expects, with the barcode that was searched for, and so does one that is pasted with a label before it; any other
 * must match the code from its beginning, or each word from its beginning or within (`becher` finds `Emaillebecher`).
 */
export async function listProducts(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  filter: ProductFilter,
): Promise<Slice<PricedVariant>> {
  const { known, search } = await readSearch(db, store.id, filter.search?.trim() ?? '')
  const { catalogId, culture, priceGroup } = filter
  const scanned = known && (await soldOf(db, store, known, priceGroup, culture, catalogId))
  if (scanned && page.after === undefined && scanned.length <= page.limit)
    return { rows: await withBarcode(db, scanned, search), next: undefined }
  // A word that is a code of what is not sold here may be one of what is.
  const exact = scanned || !isOfLetters(search) ? known : undefined
  const rows = soldVariants(db, filter)
  let slice
  if (search === '') {
    // Of the product, whose index gives the order.
    slice = await fetchSlice(rows.where('product.store_id', '=', store.id), page, 'asc', by)
  } else if (exact) {
    slice = await fetchSlice(rows.where('variant.id', 'in', exact), page, 'asc', by)
  } else {
    slice = await fetchFound(await findTerms(db, 'product_terms', store.id, productSearch(search)), page, {
      rows,
      id: 'variant.id',
      store: { column: 'product.store_id', id: store.id },
      direction: 'asc',
      by,
      steps: db.selectFrom('products as product').where('product.store_id', '=', store.id),
    })
  }
  const listed = await priced(db, store, slice.rows, filter)
  return { rows: search === '' ? listed : await withBarcode(db, listed, search), next: slice.next }
}

/** What of a search is the code of something; all of it where nothing is. */
async function readSearch(
  db: ReadDb,
  storeId: string,
  typed: string,
): Promise<{ readonly search: string; readonly known?: readonly string[] }> {
  // As it stands first: what is written before a code may be a word of a name.
  for (const search of new Set([typed, pastedCode(typed)])) {
    const known = search === '' ? undefined : await variantsOfCode(db, storeId, search)
    if (known) return { known, search }
  }
  return { search: typed }
}

/** Whoever searches by a further barcode of something knows it again by that one, not by its first. */
async function withBarcode(
  db: ReadDb,
  rows: readonly PricedVariant[],
  search: string,
): Promise<readonly PricedVariant[]> {
  // Most of what is scanned has its first barcode, as it stands: a scan is to take no longer for the others.
  if (rows.every(({ barcode, sku, variantSku }) => [barcode, sku, variantSku].includes(search))) return rows
  const code = codeTerm(search)
  const spellings = new Set(barcodeSpellings(search))
  const isCode = (text: string | null): boolean =>
    text !== null && (codeTerm(text) === code || spellings.has(text))
  const others = rows.filter(({ barcode, sku, variantSku }) => ![barcode, sku, variantSku].some(isCode))
  if (others.length === 0) return rows
  const further = (await furtherBarcodes(db, others.map(variantId))) ?? []
  const searched = new Map(
    further.filter(({ barcode }) => isCode(barcode)).map((row) => [row.variant_id, row.barcode]),
  )
  return rows.map((row) => ({ ...row, barcode: searched.get(row.variantId) ?? row.barcode }))
}

const furtherBarcodes = cached(async (db, variantIds: readonly string[]) =>
  nonEmpty(
    await db
      .selectFrom('variant_barcodes')
      .select(['variant_id', 'barcode'])
      .where('variant_id', 'in', variantIds)
      .execute(),
  ),
)

/** What a list of products goes by. */
const by = {
  'product.sku': (row: { sku: string }) => row.sku,
  'variant.position': (row: { position: number }) => row.position,
  'variant.id': (row: VariantRecord) => row.variantId,
}

/** Variants that are sold and that the price group has a price for, of whatever store. */
function soldVariants(
  db: ReadDb,
  { catalogId, priceGroup }: Pick<ProductFilter, 'catalogId' | 'priceGroup'>,
) {
  const sold = variantsOfAll(db)
    .where(isSold)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('prices as price')
          .select('price.amount')
          .whereRef('price.variant_id', '=', 'variant.id')
          .where('price.price_group_id', 'in', priceGroup.chain),
      ),
    )
  return catalogId === undefined ? sold : sold.where('product.catalog_id', '=', catalogId)
}

/** Variants whose barcode, sku or variant sku is this. */
const variantsOfCode = cached(async (db, storeId: string, code: string) =>
  nonEmpty((await findOfCode(db, storeId, code)).map(({ id }) => id)),
)

/** What a price group sells of some variants, as it is listed. What is scanned is scanned again soon. */
const soldOf = cached(
  async (
    db,
    store: StoreRecord,
    variantIds: readonly string[],
    priceGroup: PriceGroupRecord,
    culture: string,
    catalogId: string | undefined,
  ) => {
    let sold = soldVariants(db, { catalogId, priceGroup }).where('variant.id', 'in', variantIds)
    for (const column of Object.keys(by)) sold = sold.orderBy(sql.ref(column))
    return nonEmpty(await priced(db, store, await sold.execute(), { culture, priceGroup }))
  },
)

/** The products of these variants, each once. */
export const productsOfCode = async (db: ReadDb, storeId: string, code: string): Promise<string[]> => [
  ...new Set((await findOfCode(db, storeId, code)).map(({ product_id }) => product_id)),
]

/** What has exactly this code; where nothing has it, what has the barcode in another spelling. */
export async function findOfCode(db: ReadDb, storeId: string, code: string) {
  const exact = await ofCode.all(db, { storeId, code })
  const spellings = exact.length > 0 ? [] : barcodeSpellings(code)
  if (spellings.length === 0) return exact
  return db
    .selectFrom('variants')
    .select(['id', 'product_id'])
    .where('store_id', '=', storeId)
    .where('barcode', 'in', spellings)
    .union(
      db
        .selectFrom('variant_barcodes as further')
        .innerJoin('variants as variant', 'variant.id', 'further.variant_id')
        .select(['variant.id', 'variant.product_id'])
        .where('further.store_id', '=', storeId)
        .where('further.barcode', 'in', spellings),
    )
    .execute()
}

const ofCode = prepared((db, { storeId, code }: { storeId: string; code: string }) =>
  db
    .selectFrom('variants')
    .select(['id', 'product_id'])
    .where('store_id', '=', storeId)
    .where('barcode', '=', code)
    .union(
      db
        .selectFrom('variants')
        .select(['id', 'product_id'])
        .where('store_id', '=', storeId)
        .where('variant_sku', '=', code),
    )
    .union(
      db
        .selectFrom('products as product')
        .innerJoin('variants as variant', 'variant.product_id', 'product.id')
        .select(['variant.id', 'variant.product_id'])
        .where('product.store_id', '=', storeId)
        .where('product.sku', '=', code),
    )
    .union(
      db
        .selectFrom('variant_barcodes as further')
        .innerJoin('variants as variant', 'variant.id', 'further.variant_id')
        .select(['variant.id', 'variant.product_id'])
        .where('further.store_id', '=', storeId)
        .where('further.barcode', '=', code),
    ),
)

/** The sellable things of a product: one without a variant sku, or one a variant. */
export const findVariants = async (
  db: ReadDb,
  storeId: string,
  sku: string,
): Promise<readonly VariantRecord[]> => (await variantsOf(db, storeId, sku)) ?? []

const variantsOf = cached(async (db, storeId: string, sku: string) =>
  nonEmpty<VariantRecord>(
    await fromVariants(db, storeId)
      // Of the product too, so that its unique index is the way in.
      .where('product.store_id', '=', storeId)
      .where('product.sku', '=', sku)
      .where(isSold)
      .orderBy('variant.position')
      .execute(),
  ),
)

/** Those that a price group sells, with name and price. */
export const findPricedVariants = async (
  db: ReadDb,
  store: StoreRecord,
  sku: string,
  { culture, priceGroup }: Pick<ProductFilter, 'culture' | 'priceGroup'>,
): Promise<readonly PricedVariant[]> => (await pricedVariantsOf(db, store, sku, priceGroup, culture)) ?? []

const pricedVariantsOf = cached(
  async (db, store: StoreRecord, sku: string, priceGroup: PriceGroupRecord, culture: string) =>
    nonEmpty(await priced(db, store, await findVariants(db, store.id, sku), { culture, priceGroup })),
)

/** The same for variants that are known by their ids already. */
export const getVariants = async (
  db: ReadDb,
  storeId: string,
  variantIds: readonly string[],
): Promise<readonly VariantRecord[]> =>
  variantIds.length === 0
    ? []
    : variantsOfAll(db)
        .where(ofStore('variant.store_id', storeId))
        .where('variant.id', 'in', [...new Set(variantIds)])
        .execute()

/** Which of a store's goods are gift cards, as products are marked now; those that are sold no more, too. */
export const giftCardGoods = cached(
  async (db, storeId: string): Promise<{ readonly isGiftCard: (variantId: string) => boolean }> => {
    const rows = await db
      .selectFrom('products as product')
      .innerJoin('variants as variant', 'variant.product_id', 'product.id')
      .select('variant.id')
      .where('product.store_id', '=', storeId)
      // As the index says it, which holds these alone.
      .where('product.is_gift_card', '=', sql.lit(1))
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    return { isGiftCard: (variantId) => ids.has(variantId) }
  },
)

/** How many there are of some variants, by their ids; what no stock is kept of is left out. */
export async function quantitiesInStock(
  db: ReadDb,
  { keepsStock }: StoreRecord,
  variants: readonly Named[],
): Promise<ReadonlyMap<string, number>> {
  const rows = keepsStock ? await levelsOf(db, variants.map(variantId)) : []
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}

const levelsOf = preparedList((db, variantIds: readonly string[]) =>
  db.selectFrom('stock_levels').select(['id', 'quantity']).where('id', 'in', variantIds),
)

/** Adds name and price; leaves out what the price group has no price for. */
export async function priced(
  db: ReadDb,
  store: StoreRecord,
  variants: readonly VariantRecord[],
  { culture, priceGroup }: Pick<ProductFilter, 'culture' | 'priceGroup'>,
): Promise<PricedVariant[]> {
  if (variants.length === 0) return []
  const nameOf = await variantNames(db, store, variants, culture)
  const priceOf = await findPrices(db, variants, priceGroup.chain)
  return variants.flatMap((variant) => {
    const price = priceOf(variant, priceGroup)
    return price === undefined
      ? []
      : [{ ...variant, name: nameOf(variant), price, taxRate: priceGroup.taxRate ?? variant.taxRate }]
  })
}

/** A price as it is kept: in minor units without tax, with the group whose it is, or that it is inherited from. */
export interface KeptPrice {
  readonly amount: number
  readonly price_group_id: string
}

/**
 * What price groups sell variants for, in minor units of their currency, without tax; undefined where one has no price.
 * @param priceGroupIds the groups that will be asked for, with those they derive from
 */
export async function findPrices(
  db: ReadDb,
  variants: readonly VariantRecord[],
  priceGroupIds: readonly string[],
): Promise<(variant: VariantRecord, priceGroup: PriceGroupRecord) => number | undefined> {
  const priceOf = await findKeptPrices(db, variants, priceGroupIds)
  return (variant, priceGroup) => priceOf(variant, priceGroup)?.amount
}

/** The same, with where each price comes from. */
export async function findKeptPrices(
  db: ReadDb,
  variants: readonly VariantRecord[],
  priceGroupIds: readonly string[],
): Promise<(variant: VariantRecord, priceGroup: PriceGroupRecord) => KeptPrice | undefined> {
  if (variants.length === 0 || priceGroupIds.length === 0) return () => undefined
  const prices = await db
    .selectFrom('prices')
    .selectAll()
    .where('variant_id', 'in', variants.map(variantId))
    .where('price_group_id', 'in', priceGroupIds)
    .execute()
  const byVariant = Map.groupBy(prices, (price) => price.variant_id)
  return (variant, priceGroup) => inherited(priceGroup, byVariant.get(variant.variantId) ?? [])
}

/** "Rain jacket Skagen, navy, M": the product's name and the variant's, each in the nearest culture there is. */
export async function variantNames(
  db: ReadDb,
  store: StoreRecord,
  variants: readonly Named[],
  culture: string,
): Promise<(variant: Named) => string> {
  const products = await db
    .selectFrom('product_names')
    .selectAll()
    .where('product_id', 'in', [...new Set(variants.map((variant) => variant.productId))])
    .execute()
  const ofVariants = await db
    .selectFrom('variant_names')
    .selectAll()
    .where('variant_id', 'in', variants.map(variantId))
    .execute()
  const byProduct = Map.groupBy(products, (text) => text.product_id)
  const byVariant = Map.groupBy(ofVariants, (text) => text.variant_id)
  return ({ productId, variantId, sku }) => {
    const product = pickText(byProduct.get(productId) ?? [], culture, store.defaultCulture)?.name ?? sku
    const variant = pickText(byVariant.get(variantId) ?? [], culture, store.defaultCulture)?.name
    return variant === undefined ? product : `${product}, ${variant}`
  }
}

type Named = Pick<VariantRecord, 'productId' | 'sku' | 'variantId'>

const variantId = (variant: Named): string => variant.variantId
