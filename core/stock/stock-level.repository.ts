import { sql, type Selectable } from 'kysely'
import { findOfCode, variantNames } from '../catalog/product.repository.ts'
import { productSearch } from '../catalog/product-terms.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { findTerms } from '../database/queries/find-terms.ts'
import { inParts } from '../database/queries/in-parts.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { advanceVersion, preparedList, updateRow } from '../database/queries/prepared.ts'
import { notFound } from '../kernel/errors.ts'
import { pastedCode } from '../kernel/pasted.ts'
import type { Context } from '../operations/context.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { StockQuery } from './stock.schema.ts'
import type { StockLevelTable } from './stock.table.ts'

export type StockLevelRow = Selectable<StockLevelTable>

/** A level, with what it is the level of. */
export interface StockRow extends StockLevelRow {
  readonly variantId: string
  readonly productId: string
  readonly sku: string
  readonly variantSku: string | null
  readonly barcode: string | null
  readonly imageUrl: string | null
  readonly position: number
}

/** The same with its name. */
export interface NamedStockRow extends StockRow {
  readonly name: string
}

const levelsOfAll = (db: ReadDb) =>
  db
    .selectFrom('stock_levels as level')
    .innerJoin('variants as variant', 'variant.id', 'level.id')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .selectAll('level')
    .select((of) => [
      'variant.id as variantId',
      'variant.product_id as productId',
      'product.sku',
      'variant.variant_sku as variantSku',
      'variant.barcode',
      of.fn.coalesce('variant.image_url', 'product.image_url').as('imageUrl'),
      'variant.position',
    ])

const levels = (db: ReadDb, storeId: string) =>
  // Of the product, whose index gives the order.
  levelsOfAll(db).where('product.store_id', '=', storeId)

/** What is to be ordered anew: by its own index, as it is few among many. */
const lowLevels = (db: ReadDb, storeId: string) =>
  levelsOfAll(db)
    .where('level.store_id', '=', storeId)
    .whereRef('level.quantity', '<=', 'level.reorder_point')

type Levels = ReturnType<typeof levelsOfAll>

const stillSold = (query: Levels): Levels =>
  query.where('variant.is_retired', '=', 0).where('product.state', '!=', sql.lit('retired'))

/** What a store keeps stock of, by sku; what is sold no more is left out. A code that is typed whole finds what has it. */
export async function listStock(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { search, state }: Pick<StockQuery, 'search' | 'state'>,
  culture: string,
): Promise<Slice<NamedStockRow>> {
  let query = stillSold(state === 'low' ? lowLevels(db, store.id) : levels(db, store.id))
  if (state === 'out') query = query.where('level.quantity', '<=', sql.lit(0))
  const typed = search?.trim() ?? ''
  if (typed !== '') {
    const known = await idsOfCode(db, store.id, typed)
    const found = known ? undefined : await findTerms(db, 'product_terms', store.id, productSearch(typed))
    if (known) query = query.where('variant.id', 'in', known)
    else if (found) query = query.where(found.among('variant.id'))
    else return { rows: [], next: undefined }
  }
  const { rows, next } = await fetchSlice(query, page, 'asc', {
    'product.sku': (row) => row.sku,
    'variant.position': (row) => row.position,
    'variant.id': (row) => row.variantId,
  })
  return { rows: await named(db, store, rows, culture), next }
}

/** How many things are at their reorder point or below it, counted up to a limit; what is sold no more is left out. */
export async function countLowStock(db: ReadDb, storeId: string, limit: number): Promise<number> {
  const low = stillSold(lowLevels(db, storeId)).limit(limit)
  const { n } = await db
    .selectFrom(low.as('low'))
    .select((of) => of.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What has exactly a code, as it is typed or pasted with a label before it; undefined where nothing has. */
async function idsOfCode(db: ReadDb, storeId: string, typed: string): Promise<string[] | undefined> {
  for (const code of new Set([typed, pastedCode(typed)])) {
    const found = await findOfCode(db, storeId, code)
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return undefined
}

/**
 * How many there are of something.
 * @throws CommerceError NotFound where the store keeps no stock of it
 */
export async function getStockRow(
  db: ReadDb,
  store: StoreRecord,
  id: string,
  culture = store.defaultCulture,
): Promise<NamedStockRow> {
  const [row] = await findStockRows(db, store, [id], culture)
  if (!row) throw notFound('stock.not-found', 'No stock is kept of it.')
  return row
}

/** The same of several, in their order; what no stock is kept of is left out. */
export async function findStockRows(
  db: ReadDb,
  store: StoreRecord,
  ids: readonly string[],
  culture = store.defaultCulture,
): Promise<NamedStockRow[]> {
  const rows = await levels(db, store.id).where('level.id', 'in', ids).execute()
  const byId = new Map((await named(db, store, rows, culture)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function named(
  db: ReadDb,
  store: StoreRecord,
  rows: readonly StockRow[],
  culture: string,
): Promise<NamedStockRow[]> {
  if (rows.length === 0) return []
  const nameOf = await variantNames(db, store, rows, culture)
  return rows.map((row) => ({ ...row, name: nameOf(row) }))
}

/** The levels of some variants, which nobody else changes until the write ends; always locked in the order of their ids. */
export const lockLevels = preparedList((db, variantIds: readonly string[]) =>
  db.selectFrom('stock_levels').selectAll().where('id', 'in', variantIds).orderBy('id').forUpdate(),
)

/** The same, which others may change meanwhile. */
export const findLevels = async (db: ReadDb, variantIds: readonly string[]): Promise<StockLevelRow[]> =>
  inParts(variantIds, async (some) =>
    db.selectFrom('stock_levels').selectAll().where('id', 'in', some).execute(),
  )

/**
 * How much has been written of a store's stock: whoever finds the same as before knows that nobody has moved or set any since.
 */
export async function readStockWritten(db: ReadDb, storeId: string): Promise<string> {
  const found = await db
    .selectFrom('stock_levels')
    .select((of) => [
      of.fn.countAll<number | string>().as('levels'),
      of.fn.sum<number | string | null>('version').as('versions'),
      of.fn.max<string | null>('updated_at').as('last'),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return JSON.stringify(found)
}

/** The same of what stock is kept of, however many there are: sales say nothing of it. */
export async function readStockKept(db: ReadDb, storeId: string): Promise<string> {
  const found = await db
    .selectFrom('stock_levels')
    .select((of) => [
      of.fn.countAll<number | string>().as('levels'),
      of.fn.max<string | null>('updated_at').filterWhere('version', '=', sql.lit(1)).as('begun'),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return JSON.stringify(found)
}

/** What the codes of goods name in a store, sold or not: one row a variant. */
export const findGoodsBySku = async (db: ReadDb, storeId: string, skus: readonly string[]) =>
  inParts(skus, async (some) =>
    db
      .selectFrom('variants as variant')
      .innerJoin('products as product', 'product.id', 'variant.product_id')
      .select(['variant.id', 'product.sku', 'variant.variant_sku as variantSku'])
      .where('product.store_id', '=', storeId)
      .where('product.sku', 'in', some)
      .where('variant.is_retired', '=', 0)
      .orderBy('variant.position')
      .execute(),
  )

/** Notes that a store keeps stock from now on: what its orders sell is taken off it. */
export const beginToKeepStock = async (db: WriteDb, storeId: string): Promise<void> =>
  updateRow(db, 'stores', storeId, { keeps_stock: 1 })

/**
 * Says at how many something is to be ordered anew.
 * @throws Overtaken where somebody has changed it since it was read
 */
export async function setReorderPoint(
  db: WriteDb,
  { changes }: Pick<Context, 'changes'>,
  level: StockLevelRow,
  reorderPoint: number | null,
): Promise<void> {
  if (!(await advanceVersion(db, 'stock_levels', level, { reorder_point: reorderPoint })))
    throw new Overtaken()
  changes.push({ type: 'stock.changed', id: level.id, version: level.version + 1 })
}
