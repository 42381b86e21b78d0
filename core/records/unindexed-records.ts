import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRows } from '../database/queries/prepared.ts'
import type { StoredRecord } from './noun.ts'
import type { UnindexedRecordTable } from './unindexed-record.table.ts'

/** Records of a store and noun, whose search terms are to be written. */
export interface Unindexed {
  readonly storeId: string
  readonly noun: string
  /** Each once. */
  readonly ids: readonly string[]
}

/**
 * Keeps that the search terms of records are to be written soon, in the transaction that writes the records: whatever
 * happens in between, somebody finds it here.
 */
export const indexLater = async (
  db: WriteDb,
  storeId: string,
  noun: string,
  records: readonly Pick<StoredRecord, 'id' | 'version'>[],
): Promise<void> =>
  insertRows(
    db,
    'unindexed_records',
    records.map(({ id, version }) => ({ store_id: storeId, noun, record_id: id, version })),
  )

/** Some of those that are to be written, at most so many. */
export async function findUnindexed(db: ReadDb, most: number): Promise<Unindexed | undefined> {
  const first = await db
    .selectFrom('unindexed_records')
    .select(['store_id', 'noun'])
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  const rows = await ofKind(db, first.store_id, first.noun).orderBy('record_id').limit(most).execute()
  const ids = [...new Set(rows.map(({ record_id }) => record_id))]
  return { storeId: first.store_id, noun: first.noun, ids }
}

const ofKind = (db: ReadDb, storeId: string, noun: UnindexedRecordTable['noun']) =>
  db
    .selectFrom('unindexed_records')
    .select('record_id')
    .where('store_id', '=', storeId)
    .where('noun', '=', noun)

/** Forgets that terms were to be written, in the transaction that has written them. */
export async function hasIndexed(db: WriteDb, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('unindexed_records').where('record_id', 'in', ids).execute()
}
