import { sql, type Insertable, type Selectable } from 'kysely'
import { findOfCode, variantNames } from '../catalog/product.repository.ts'
import { productSearch } from '../catalog/product-terms.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { isNotNullViolation } from '../database/error-codes.ts'
import { Overtaken } from '../database/overtaken.ts'
import { findTerms } from '../database/queries/find-terms.ts'
import { inParts } from '../database/queries/in-parts.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import {
  advanceVersion,
  insertRows,
  preparedList,
  updateRow,
  updateVersion,
} from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { pastedCode } from '../kernel/pasted.ts'
import type { Context } from '../operations/context.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { StockQuery } from './stock.schema.ts'
import type { StockLevelTable, StockMovementTable } from './stock.table.ts'

export type StockLevelRow = Selectable<StockLevelTable>
export type StockMovementRow = Selectable<StockMovementTable>

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

/** Who moves stock, of which store, and when. */
type Doing = Pick<Context, 'changes' | 'name' | 'now' | 'storeId'>

/** What of something is moved, and why. */
export interface Movement extends Pick<StockMovementRow, 'kind' | 'change'> {
  /** Of the variant. */
  readonly id: string
  /** As it was locked; none where stock of it begins to be kept. */
  readonly level: StockLevelRow | undefined
  readonly orderId?: string | undefined
  readonly reason?: string | null | undefined
}

/** What levels become when pieces are moved, and the rows of their histories. */
function moved({ name, now, storeId }: Omit<Doing, 'changes'>, movements: readonly Movement[]) {
  const date = timestamp(now)
  return movements.map(({ change, id, kind, level, orderId, reason }) => {
    const quantity = (level?.quantity ?? 0) + change
    const version = (level?.version ?? 0) + 1
    const reorder_point = level?.reorder_point ?? null
    return {
      after: { id, store_id: storeId, version, quantity, reorder_point, updated_at: date },
      row: {
        variant_id: id,
        version,
        date,
        actor: name,
        kind,
        change,
        quantity,
        order_id: orderId ?? null,
        reason: reason ?? null,
      },
    }
  })
}

/**
 * Changes how many there are of some things, in one statement.
 * @returns the rows of their histories, which are still to be written: behind the order that they may be of
 * @throws Overtaken where somebody has changed one since it was read, or has begun to keep it
 */
export async function moveStock(
  db: WriteDb,
  doing: Doing,
  movements: readonly Movement[],
): Promise<Insertable<StockMovementTable>[]> {
  if (movements.length === 0) return []
  const all = moved(doing, movements)
  await putLevels(
    db,
    all.map(({ after }) => after),
  )
  for (const { id, version } of all.map(({ after }) => after))
    doing.changes.push({ type: 'stock.changed', id, version })
  return all.map(({ row }) => row)
}

/** How many there are of something, and at how many it is ordered anew, as somebody says it. */
export interface SetLevel {
  /** Of the variant. */
  readonly id: string
  /** As it was read; none where stock of it begins to be kept. */
  readonly level: StockLevelRow | undefined
  readonly quantity: number
  readonly reorderPoint: number | null
}

/**
 * Writes levels of an import, part by part; the first of them begins to keep stock where the store keeps none.
 * @see setStock
 */
export function settingStock(
  db: WriteDb,
  doing: Omit<Doing, 'changes'>,
): (wanted: readonly SetLevel[], store: Pick<StoreRecord, 'keepsStock'>) => Promise<void> {
  let hasBegun = false
  return async (wanted, { keepsStock }) => {
    if (wanted.length === 0) return
    if (!keepsStock && !hasBegun) await beginToKeepStock(db, doing.storeId)
    hasBegun = true
    await setStock(db, doing, wanted)
  }
}

/**
 * Writes what was counted of many things, and at how many each is ordered anew: each is another than it was. What is written
 * may be set down first (`WriteDraft`), and is guarded by the versions that were read.
 * @throws Overtaken where somebody has changed one since it was read
 */
async function setStock(
  db: WriteDb,
  doing: Omit<Doing, 'changes'>,
  wanted: readonly SetLevel[],
): Promise<void> {
  const counted = wanted.filter(({ level, quantity }) => level?.quantity !== quantity)
  const movements = counted.map(({ id, level, quantity }): Movement => {
    const change = quantity - (level?.quantity ?? 0)
    return { id, level, kind: 'count', change }
  })
  const all = moved(doing, movements)
  const afterOf = new Map(all.map(({ after }) => [after.id, after]))
  const added: Insertable<StockLevelTable>[] = []
  const changed: { readonly level: StockLevelRow; readonly after: Omit<StockLevelRow, 'id' | 'store_id'> }[] =
    []
  for (const { id, level, reorderPoint } of wanted) {
    const after = afterOf.get(id)
    if (!level && after) added.push({ ...after, reorder_point: reorderPoint })
    else if (level) {
      const { quantity, updated_at } = after ?? level
      const version = level.version + 1
      changed.push({ level, after: { version, quantity, reorder_point: reorderPoint, updated_at } })
    }
  }
  await insertRows(db, 'stock_levels', added)
  // Two who write some of the same take turns at the first of them.
  const inOrder = changed.toSorted((one, other) => (one.level.id < other.level.id ? -1 : 1))
  for (const { after, level } of inOrder) await updateVersion(db, 'stock_levels', level, after)
  await insertRows(
    db,
    'stock_movements',
    all.map(({ row }) => row),
  )
}

/** Writes levels, each where it still is in the version before. */
async function putLevels(db: WriteDb, levels: readonly Insertable<StockLevelTable>[]): Promise<void> {
  // No row is without a version: one that is in another than was seen has none to become.
  const next = sql<number>`case when stock_levels.version = excluded.version - 1 then excluded.version end`
  const write = db
    .insertInto('stock_levels')
    .values(levels)
    .onConflict((existing) =>
      existing.column('id').doUpdateSet((of) => ({
        version: next,
        quantity: of.ref('excluded.quantity'),
        updated_at: of.ref('excluded.updated_at'),
      })),
    )
  try {
    await write.execute()
  } catch (error) {
    throw isNotNullViolation(error) ? new Overtaken() : error
  }
}

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

/** Keeps stock of something no more; what has come and gone of it is forgotten with it. */
export async function endStock(
  db: WriteDb,
  { changes }: Pick<Context, 'changes'>,
  { id, version }: StockLevelRow,
): Promise<void> {
  await db.deleteFrom('stock_movements').where('variant_id', '=', id).execute()
  await db.deleteFrom('stock_levels').where('id', '=', id).execute()
  changes.push({ type: 'stock.changed', id, version: version + 1 })
}

/** What an order has taken, less what it has given back, by the variants' ids. */
export async function takenBy(db: ReadDb, orderId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('stock_movements')
    .select((of) => ['variant_id as id', of.fn.sum<number | string>('change').as('change')])
    .where('order_id', '=', orderId)
    .groupBy('variant_id')
    .execute()
  return new Map(rows.map(({ change, id }) => [id, -Number(change)]))
}

/** What came back of orders with their refunds: of each order how many of which variant. */
export async function listRestocked(
  db: ReadDb,
  orderIds: readonly string[],
): Promise<{ readonly orderId: string; readonly variantId: string; readonly quantity: number }[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .select((of) => [
      'order_id as orderId',
      'variant_id as variantId',
      of.fn.sum<number | string>('change').as('quantity'),
    ])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'return')
    .groupBy(['order_id', 'variant_id'])
    .execute()
  return rows.map((row) => ({ ...row, orderId: row.orderId ?? '', quantity: Number(row.quantity) }))
}

/** A movement, with the order that it is of, if any. */
export interface MovementWithOrder extends StockMovementRow {
  readonly orderNumber: string | null
}

/** What has come and gone of something, newest first. */
export const listMovements = async (
  db: ReadDb,
  variantId: string,
  page: Page,
): Promise<Slice<MovementWithOrder>> =>
  fetchSlice(
    db
      .selectFrom('stock_movements as moved')
      .leftJoin('orders as order', 'order.id', 'moved.order_id')
      .selectAll('moved')
      .select('order.order_number as orderNumber')
      .where('moved.variant_id', '=', variantId),
    page,
    'desc',
    { 'moved.version': (row) => row.version },
  )

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

/** Levels of all stores in the order of their ids, each with what it is known by. */
export const listLevelsAfter = async (db: ReadDb, id: string, limit: number) =>
  db
    .selectFrom('stock_levels as level')
    .innerJoin('variants as variant', 'variant.id', 'level.id')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .selectAll('level')
    .select(['product.sku', 'variant.variant_sku as variantSku'])
    .where('level.id', '>', id)
    .orderBy('level.id')
    .limit(limit)
    .execute()

/** What has come and gone of some things, each in turn. */
export const listMovementsOf = async (
  db: ReadDb,
  variantIds: readonly string[],
): Promise<StockMovementRow[]> =>
  db
    .selectFrom('stock_movements')
    .selectAll()
    .where('variant_id', 'in', variantIds)
    .orderBy('variant_id')
    .orderBy('version')
    .execute()

/** Orders that have taken more of some things than they sell, or have given back more than they took. */
export const findOrdersBesideStock = async (
  db: ReadDb,
  variantIds: readonly string[],
): Promise<{ variantId: string; orderId: string | null; taken: number; sold: number }[]> => {
  const rows = await db
    .selectFrom('stock_movements as moved')
    .select((of) => [
      'moved.variant_id as variantId',
      'moved.order_id as orderId',
      of.fn.sum<number | string>('moved.change').as('change'),
      of
        .selectFrom('order_lines as line')
        .whereRef('line.order_id', '=', 'moved.order_id')
        .whereRef('line.variant_id', '=', 'moved.variant_id')
        .select(({ fn }) => fn.sum<number | string>('line.quantity').as('quantity'))
        .as('sold'),
      of
        .selectFrom('orders as order')
        .whereRef('order.id', '=', 'moved.order_id')
        .select('order.status')
        .as('status'),
    ])
    .where('moved.variant_id', 'in', variantIds)
    .where('moved.order_id', 'is not', null)
    .groupBy(['moved.variant_id', 'moved.order_id'])
    .execute()
  return rows
    .map(({ change, sold, ...of }) => ({ ...of, taken: -Number(change), sold: Number(sold ?? 0) }))
    .filter(({ sold, status, taken }) =>
      status === 'return' ? taken > 0 || -taken > sold : taken < 0 || taken > sold,
    )
}
