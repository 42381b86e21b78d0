import type { WriteDb } from '../database/engine.ts'
import { recordDone } from '../history/record-events.ts'
import type { Context } from '../operations/context.ts'
import { fieldChanges } from '../history/field-changes.ts'
import { getSeenRecord } from './get-record.ts'
import { isSame } from './is-same.ts'
import { nounOf, type RecordNoun, type NounSchemas, type StoredRecord } from './noun.ts'

/** What has become of a record that was to go. */
export interface Removed {
  readonly id: string
  readonly retired: boolean
  /** The version that it has made; undefined where there was nothing left to do. */
  readonly version: number | undefined
}

/**
 * Deletes a record that was never used. One that something refers to is retired: it stays, and is offered no more.
 * @param key what a path names it by
 * @throws CommerceError NotFound; Conflict where it is no longer the version that the caller has seen, or cannot go at all
 */
export async function removeRecord<Around, Draft, R extends StoredRecord, S extends NounSchemas>(
  db: WriteDb,
  context: Context,
  noun: RecordNoun<Around, Draft, R, S>,
  key: string,
): Promise<Removed> {
  const { fields, removal, rows } = noun
  if (!removal) throw new Error(`No ${noun.one} goes.`)
  const record = await getSeenRecord(db, context, noun, key)
  const { id } = record
  const version = record.version + 1
  const done = { recordId: id, noun: nounOf(noun), version }
  if (!(await removal.isUsed(db, record))) {
    await rows.delete(db, context, record)
    await recordDone(db, context, [{ ...done, kind: 'deleted', changes: [] }])
    return { id, retired: false, version }
  }
  const after = { ...removal.retired(record), version }
  if (isSame(record, { ...after, version: record.version })) return { id, retired: true, version: undefined }
  await rows.update(db, context, [{ before: record, after }])
  const around = await noun.around(db, context.storeId)
  const changes = fieldChanges(fields(around, record), fields(around, after))
  await recordDone(db, context, [{ ...done, kind: 'retired', changes }])
  return { id, retired: true, version }
}
