import type { ReadDb } from '../../database/engine.ts'
import { nonEmpty } from '../../database/cache.ts'
import { findTerms, type Found } from '../../database/queries/find-terms.ts'
import { fetchSlice, type Page, type Slice } from '../../database/queries/keyset.ts'
import type { PageQuery } from '../../http/schema.ts'
import { pastedCode, pastedIds } from '../../kernel/pasted.ts'
import { isOfLetters } from '../../kernel/search-terms.ts'
import { productsOfCode } from '../product.repository.ts'
import { productSearch } from '../product-terms.ts'
import type { ListedRecord, ProductRecord } from './product-record.ts'
import { findListedRecords, findProductRecords } from './product-record.repository.ts'
import type { ManagedProductsQuery } from './product.schema.ts'

/** Which products a list shows: what its query says beside the page. */
export type ManagedProductFilter = Readonly<Omit<ManagedProductsQuery, keyof PageQuery>>

/** The products of a store by sku, those that are not sold too; searched as at the counter, by ids, and by codes as they are pasted. */
export const listProducts = async (
  db: ReadDb,
  storeId: string,
  page: Page,
  filter: ManagedProductFilter,
): Promise<Slice<ListedRecord>> => readPage(db, storeId, page, filter, findListedRecords)

/** The same with all that is known of them. */
export const listProductRecords = async (
  db: ReadDb,
  storeId: string,
  page: Page,
  filter: ManagedProductFilter,
): Promise<Slice<ProductRecord>> => readPage(db, storeId, page, filter, findProductRecords)

async function readPage<R extends ListedRecord>(
  db: ReadDb,
  storeId: string,
  page: Page,
  filter: ManagedProductFilter,
  find: (db: ReadDb, storeId: string, by: 'id', ids: readonly string[]) => Promise<readonly R[]>,
): Promise<Slice<R>> {
  const { rows, next } = await findProductRows(db, storeId, page, filter)
  const ids = rows.map(({ id }) => id)
  const byId = new Map((await find(db, storeId, 'id', ids)).map((record) => [record.id, record]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next }
}

interface Row {
  readonly id: string
  readonly sku: string
}

/** Ids and skus of a page of them. */
export async function findProductRows(
  db: ReadDb,
  storeId: string,
  page: Page,
  { catalogId, search: typed, state }: ManagedProductFilter,
): Promise<Slice<Row>> {
  const search = typed?.trim() ?? ''
  const by = { 'product.sku': ({ sku }: Row) => sku, 'product.id': ({ id }: Row) => id }
  let products = db
    .selectFrom('products as product')
    .select(['product.id', 'product.sku'])
    .where('product.store_id', '=', storeId)
  if (catalogId !== undefined) products = products.where('product.catalog_id', '=', catalogId)
  if (state !== undefined) products = products.where('product.state', '=', state)
  if (search === '') return fetchSlice(products, page, 'asc', by)
  // As it stands first: what is written before a code may be a word of a name.
  const spellings = [...new Set([search, pastedCode(search)])]
  const exact =
    nonEmpty(await productsOfIds(db, storeId, pastedIds(search))) ??
    (await firstOf(spellings, async (code) => nonEmpty(await productsOfCode(db, storeId, code))))
  const wanted = exact && products.where('product.id', 'in', exact)
  // A word that is a code of what is not among what is asked for may be one of what is.
  if (wanted && (!isOfLetters(search) || (await wanted.limit(1).executeTakeFirst())))
    return fetchSlice(wanted, page, 'asc', by)
  const found = await firstOf(spellings, async (words) => findWords(db, storeId, words))
  if (!found) return { rows: [], next: undefined }
  const ids = db
    .selectFrom('variants as variant')
    .select('variant.product_id')
    .where(found.among('variant.id'))
  return fetchSlice(products.where('product.id', 'in', ids), page, 'asc', by)
}

async function firstOf<T, Result>(
  items: readonly T[],
  find: (item: T) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (const item of items) {
    const found = await find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const findWords = async (db: ReadDb, storeId: string, search: string): Promise<Found | undefined> =>
  findTerms(db, 'product_terms', storeId, productSearch(search))

/** What ids are of: products, or variants of them. */
async function productsOfIds(
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('store_id', '=', storeId)
    .union(
      db
        .selectFrom('variants')
        .select('product_id as id')
        .where('id', 'in', ids)
        .where('store_id', '=', storeId),
    )
    .execute()
  return rows.map(({ id }) => id)
}
