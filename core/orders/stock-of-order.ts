import type { Insertable } from 'kysely'
import type { WriteDb } from '../database/engine.ts'
import { insertRows } from '../database/queries/prepared.ts'
import { badRequest, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { lockLevels, type StockLevelRow } from '../stock/stock-level.repository.ts'
import { moveStock, takenBy, type Movement } from '../stock/stock-movement.repository.ts'
import type { StockMovementTable } from '../stock/stock.table.ts'
import { getStore } from '../stores/store.repository.ts'
import { returnedPieces } from './payments/refund-line.repository.ts'

/** Goods of an order, as its lines name them. */
interface Goods {
  readonly variantId: string
  readonly quantity: number
  readonly productName: string
}

const NOTHING: ReadonlyMap<string, number> = new Map()

/**
 * Takes what an order sells off the stock, where its store keeps any; of one that is placed again, what it sells more or fewer of. At
 * the counter more can be sold than was counted, as the goods are in somebody's hands; nobody else can order what is not there.
 * @param wasPlaced whether the order has taken goods before
 * @returns the rows of what was moved, to be written behind the order
 * @throws CommerceError BadRequest where a program without the scope `staff` orders more than there are
 */
export async function takeStock(
  db: WriteDb,
  context: Context,
  orderId: string,
  lines: readonly Goods[],
  wasPlaced: boolean,
): Promise<Insertable<StockMovementTable>[]> {
  const { keepsStock } = await getStore(db, context.storeId)
  if (!keepsStock) return []
  const before = wasPlaced ? await takenBy(db, orderId) : NOTHING
  const wanted = sumOf(lines)
  const levels = await lockLevels(db, [...new Set([...wanted.keys(), ...before.keys()])])
  const mayOversell = context.scopes.has('staff')
  const movements = levels.flatMap((level): Movement[] => {
    const more = (wanted.get(level.id) ?? 0) - (before.get(level.id) ?? 0)
    if (more > 0 && more > level.quantity && !mayOversell) throw short(lines, level)
    return more === 0 ? [] : [{ id: level.id, level, kind: 'sale', change: -more, orderId }]
  })
  return moveStock(db, context, movements)
}

function short(lines: readonly Goods[], { id, quantity }: StockLevelRow) {
  const productName = lines.find(({ variantId }) => variantId === id)?.productName ?? ''
  const left = Math.max(quantity, 0)
  return badRequest('stock.short', said`of ${{ productName }} only ${{ left }} are there`, 'lines')
}

function sumOf(lines: readonly Pick<Goods, 'variantId' | 'quantity'>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { quantity, variantId } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return sums
}

/**
 * Puts goods that come back without the order that has taken them into the stock, where one is kept of them.
 * @param orderId the return
 * @returns the rows of what was moved, to be written behind the return
 */
export async function addToStock(
  db: WriteDb,
  context: Context,
  orderId: string,
  lines: readonly Goods[],
): Promise<Insertable<StockMovementTable>[]> {
  const { keepsStock } = await getStore(db, context.storeId)
  if (!keepsStock) return []
  const back = sumOf(lines)
  const levels = await lockLevels(db, [...back.keys()])
  return moveStock(
    db,
    context,
    levels.map((level): Movement => {
      return { id: level.id, level, kind: 'return', change: back.get(level.id) ?? 0, orderId }
    }),
  )
}

/** Puts pieces of an order's lines that come back into the stock: of each no more than the order has taken. */
export async function returnStock(
  db: WriteDb,
  context: Context,
  orderId: string,
  pieces: ReadonlyMap<string, number>,
): Promise<void> {
  if (pieces.size === 0) return
  await giveBack(db, context, orderId, 'return', () => Promise.resolve(({ id }) => pieces.get(id) ?? 0))
}

/** Puts what an order that is cancelled has taken into the stock again, but for what came back before. */
export async function giveStockBack(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await giveBack(db, context, orderId, 'cancel', async () => {
    const returned = await returnedPieces(db, orderId)
    return ({ id, quantity }) => quantity - (returned.get(id) ?? 0)
  })
}

interface SoldLine {
  readonly id: string
  readonly variantId: string
  readonly quantity: number
}

/** @param count how many pieces of a line come back; asked for only where the order has taken any from the stock */
async function giveBack(
  db: WriteDb,
  context: Context,
  orderId: string,
  kind: 'return' | 'cancel',
  count: () => Promise<(line: SoldLine) => number>,
): Promise<void> {
  const { keepsStock } = await getStore(db, context.storeId)
  if (!keepsStock) return
  const taken = await takenBy(db, orderId)
  if (taken.size === 0) return
  const piecesOf = await count()
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'variant_id as variantId', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()
  const back = sumOf(lines.map((line) => ({ variantId: line.variantId, quantity: piecesOf(line) })))
  const levels = await lockLevels(db, [...taken.keys()])
  const movements = levels.flatMap((level): Movement[] => {
    const change = Math.min(taken.get(level.id) ?? 0, back.get(level.id) ?? 0)
    return change > 0 ? [{ id: level.id, level, kind, change, orderId }] : []
  })
  await insertRows(db, 'stock_movements', await moveStock(db, context, movements))
}
