import type { ReadDb } from '../engine.ts'
import { inParts } from './in-parts.ts'
import type { TableWithId } from './prepared.ts'

/**
 * Locks rows until the write ends, always in the order of their ids: of two who lock some of the same one waits for the
 * other, and neither for ever.
 */
export async function lockRows(db: ReadDb, table: TableWithId, ids: readonly string[]): Promise<void> {
  await inParts(ids.toSorted(), async (some) =>
    db.selectFrom(table).select('id').where('id', 'in', some).orderBy('id').forUpdate().execute(),
  )
}
