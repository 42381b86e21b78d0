import { sql, type Insertable, type Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { isNotNullViolation } from '../database/error-codes.ts'
import { Overtaken } from '../database/overtaken.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRows, updateVersion } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Context } from '../operations/context.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { beginToKeepStock, type StockLevelRow } from './stock-level.repository.ts'
import type { StockLevelTable, StockMovementTable } from './stock.table.ts'

export type StockMovementRow = Selectable<StockMovementTable>

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
