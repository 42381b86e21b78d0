import type { Engine, ReadDb } from '../database/engine.ts'
import { inChunks } from '../database/queries/in-chunks.ts'
import { findOrdersBesideStock, listLevelsAfter, listMovementsOf } from './check-stock.repository.ts'
import type { StockLevelRow } from './stock-level.repository.ts'
import type { StockMovementRow } from './stock-movement.repository.ts'

/** Levels that are held in memory at a time. */
const CHUNK = 500

/** Something about a stock level that must not be. */
export interface StockFault {
  readonly variantId: string
  /** How a person knows it. */
  readonly goods: string
  readonly text: string
}

/**
 * Reckons how many there are of everything that stock is kept of anew, from all that has come and gone, and compares.
 * @returns how many levels there are, and what does not agree
 */
export async function checkStock(
  database: Pick<Engine, 'read'>,
): Promise<{ stockLevels: number; faults: StockFault[] }> {
  const faults: StockFault[] = []
  let stockLevels = 0
  const list = async (db: ReadDb, after: string) => listLevelsAfter(db, after, CHUNK)
  for await (const { found, rows } of inChunks(database, list, checkChunk)) {
    faults.push(...found)
    stockLevels += rows.length
  }
  return { stockLevels, faults }
}

type Level = Awaited<ReturnType<typeof listLevelsAfter>>[number]

async function checkChunk(db: ReadDb, levels: readonly Level[]): Promise<StockFault[]> {
  const ids = levels.map(({ id }) => id)
  const beside = Map.groupBy(await findOrdersBesideStock(db, ids), (row) => row.variantId)
  const moved = Map.groupBy(await listMovementsOf(db, ids), (row) => row.variant_id)
  return levels.flatMap((level) => {
    const { id, sku, variantSku } = level
    const goods = `Stock of ${variantSku ?? sku} (${id})`
    const texts = [
      ...historyFaults(level, moved.get(id) ?? []),
      ...(beside.get(id) ?? []).map(
        ({ orderId, sold, taken }) => `the order ${orderId} has taken ${taken} of the ${sold} that it sells`,
      ),
    ]
    return texts.map((text) => ({ variantId: id, goods, text }))
  })
}

function historyFaults({ quantity, version }: StockLevelRow, rows: readonly StockMovementRow[]): string[] {
  const texts: string[] = []
  let there = 0
  for (const row of rows) {
    there += row.change
    if (row.quantity !== there) {
      texts.push(`version ${row.version} left ${row.quantity}, its parts make ${there}`)
      there = row.quantity
    }
  }
  if (there !== quantity) texts.push(`quantity is ${quantity}, its parts make ${there}`)
  // A change of its reorder point is a version without an entry.
  if ((rows.at(-1)?.version ?? Infinity) > version) texts.push(`its version ${version} is behind its entries`)
  return texts
}
