import type { WriteDb } from '../database/engine.ts'
import { insertRows } from '../database/queries/prepared.ts'
import { orNull } from '../kernel/optional-text.ts'
import { hasSeen } from '../http/etag.ts'
import { CommerceError, conflict, fault, said, type Fault } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import type { AdjustedStock, AdjustStockBody, StockLevel } from './stock.schema.ts'
import {
  beginToKeepStock,
  findGoodsBySku,
  findStockRows,
  getStockRow,
  lockLevels,
  setReorderPoint,
  type NamedStockRow,
  type StockLevelRow,
} from './stock-level.repository.ts'
import { endStock, moveStock } from './stock-movement.repository.ts'
import { viewStock } from './view-stock.ts'

/** Who moves stock, of which store, and when. */
type Doing = Pick<Context, 'changes' | 'ifMatch' | 'name' | 'now' | 'storeId'>
type Item = AdjustStockBody['items'][number]

/**
 * Writes what was counted, received or written off, of one thing or of many: all or nothing.
 * @returns how many there are then, in the order of the items
 * @throws CommerceError BadRequest, naming each item at fault; Conflict where there are not as many as the caller has seen
 */
export async function adjustStock(
  db: WriteDb,
  context: Doing,
  body: AdjustStockBody,
): Promise<AdjustedStock> {
  const { items, kind } = body
  const ids = await requireGoods(db, context.storeId, items)
  const levels = new Map((await lockLevels(db, ids)).map((level) => [level.id, level]))
  const levelOf = (index: number): StockLevelRow | undefined => levels.get(ids[index] ?? '')
  requireExpected(items, levelOf)
  if (kind === 'write-off') requireKept(items, levelOf)
  const reason = orNull(body.reason)
  const movements = items.map(({ quantity }, index) => {
    const level = levelOf(index)
    const change = changeBy(kind, quantity, level?.quantity ?? 0)
    return { id: ids[index] ?? '', level, kind, change, reason }
  })
  const store = await getStore(db, context.storeId)
  if (!store.keepsStock) await beginToKeepStock(db, store.id)
  await insertRows(db, 'stock_movements', await moveStock(db, context, movements))
  const rows = await findStockRows(db, store, ids)
  return { stock: rows.map(viewStock) }
}

const changeBy = (kind: AdjustStockBody['kind'], quantity: number, before: number): number =>
  ({ count: quantity - before, receive: quantity, 'write-off': -quantity })[kind]

/** The ids of what items name, in their order. */
async function requireGoods(db: WriteDb, storeId: string, items: readonly Item[]): Promise<string[]> {
  const skus = items.map(({ sku }) => sku)
  const goods = Map.groupBy(await findGoodsBySku(db, storeId, skus), ({ sku }) => sku)
  const faults: Fault[] = []
  const ids: string[] = []
  for (const [index, { sku, variantSku }] of items.entries()) {
    const wanted = orNull(variantSku)
    const ofSku = goods.get(sku) ?? []
    const [one] = ofSku.filter((variant) => variant.variantSku === wanted)
    if (!one) faults.push(unknown(ofSku.length > 0, `items.${index}`, sku, wanted))
    else if (ids.includes(one.id)) {
      faults.push(fault('stock.twice', 'is among the items already', `items.${index}.sku`))
    } else ids.push(one.id)
  }
  if (faults.length > 0) throw new CommerceError('BadRequest', 'stock.items', faults)
  return ids
}

function unknown(isFamily: boolean, field: string, sku: string, variantSku: string | null): Fault {
  if (!isFamily)
    return fault('line.unknown-sku', said`there is no product with the sku ${{ sku }}`, `${field}.sku`)
  return variantSku === null
    ? fault('line.family', said`is missing: ${{ sku }} comes in variants`, `${field}.variantSku`)
    : fault('line.unknown-variant', said`${{ sku }} has no variant ${{ variantSku }}`, `${field}.variantSku`)
}

/** That there are as many as the caller has seen, where they say so. */
function requireExpected(
  items: readonly Item[],
  levelOf: (index: number) => StockLevelRow | undefined,
): void {
  const faults = items.flatMap(({ expectedQuantity }, index) => {
    const there = levelOf(index)?.quantity ?? null
    if (expectedQuantity === undefined || expectedQuantity === there) return []
    const field = `items.${index}.expectedQuantity`
    return there === null
      ? fault('stock.not-kept', 'no stock is kept of it', field)
      : fault('stock.meanwhile', said`there are ${{ quantity: there }} by now`, field)
  })
  if (faults.length > 0) throw new CommerceError('Conflict', 'stock.meanwhile', faults)
}

function requireKept(items: readonly Item[], levelOf: (index: number) => StockLevelRow | undefined): void {
  const faults = items.flatMap((_, index) =>
    levelOf(index) ? [] : fault('stock.not-kept', 'no stock is kept of it', `items.${index}.sku`),
  )
  if (faults.length > 0) throw new CommerceError('BadRequest', 'stock.items', faults)
}

/**
 * Says at how many something is to be ordered anew.
 * @throws CommerceError NotFound; Conflict where it is in another version than the caller has seen
 */
export async function changeReorderPoint(
  db: WriteDb,
  context: Doing,
  id: string,
  reorderPoint: number | null,
): Promise<StockLevel> {
  const level = await openLevel(db, context, id)
  await setReorderPoint(db, context, level, reorderPoint)
  return viewStock({ ...level, reorder_point: reorderPoint, version: level.version + 1 })
}

/**
 * Keeps stock of something no more.
 * @throws CommerceError NotFound; Conflict where it is in another version than the caller has seen
 */
export async function stopKeepingStock(db: WriteDb, context: Doing, id: string): Promise<StockLevel> {
  const level = await openLevel(db, context, id)
  await endStock(db, context, level)
  return viewStock(level)
}

async function openLevel(db: WriteDb, { ifMatch, storeId }: Doing, id: string): Promise<NamedStockRow> {
  await lockLevels(db, [id])
  const level = await getStockRow(db, await getStore(db, storeId), id)
  if (hasSeen(ifMatch, level.version)) return level
  throw conflict('stock.changed', 'The stock has been changed in the meantime; please look at it again.')
}
