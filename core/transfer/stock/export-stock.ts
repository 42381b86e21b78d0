import { variantNames } from '../../catalog/product.repository.ts'
import type { ReadDb } from '../../database/engine.ts'
import type { Cursor } from '../../kernel/cursor.ts'
import { getStore } from '../../stores/store.repository.ts'
import { csvLine, guarded } from '../cells.ts'
import { listGoods } from './goods.repository.ts'
import { STOCK_COLUMNS } from './stock-file.ts'

/** Goods that are in memory at a time. */
const BATCH = 500

/**
 * How many a store has of its goods, as our own CSV, line by line. What no stock is kept of stands there, too, without a
 * quantity: so the file is a list to count by. Imported again it changes nothing.
 */
export async function* exportStock(db: ReadDb, storeId: string): AsyncGenerator<string> {
  const store = await getStore(db, storeId)
  yield csvLine(STOCK_COLUMNS)
  let after: Cursor | undefined
  do {
    const { next, rows } = await listGoods(db, storeId, { limit: BATCH, after })
    const nameOf = rows.length > 0 ? await variantNames(db, store, rows, store.defaultCulture) : undefined
    for (const row of rows)
      yield csvLine([
        guarded(row.sku),
        guarded(row.variantSku ?? ''),
        guarded(row.barcode ?? ''),
        guarded(nameOf?.(row) ?? ''),
        // A number is no formula, less than nothing neither.
        String(row.quantity ?? ''),
        String(row.reorderPoint ?? ''),
      ])
    after = next
  } while (after)
}
