import type { Static } from 'typebox'
import type { WriteDb } from '../database/engine.ts'
import { requireNamed } from '../http/require-named.ts'
import type { Context } from '../operations/context.ts'
import { getSeenRecord } from './get-record.ts'
import { mergePatch } from './merge-patch.ts'
import type { RecordNoun, NounSchemas, StoredRecord } from './noun.ts'
import { saveRecord, type Written } from './save-record.ts'

/**
 * Writes a record as a whole; what changes nothing leaves its version.
 * @param key what a path names it by
 * @param body as the schema of the noun has it
 * @throws CommerceError NotFound; BadRequest, naming every field that is at fault; Conflict where it is no longer the
 *   version that the caller has seen
 */
export async function replaceRecord<Around, Draft, R extends StoredRecord, S extends NounSchemas>(
  db: WriteDb,
  context: Context,
  noun: RecordNoun<Around, Draft, R, S>,
  key: string,
  body: Static<S['body']>,
): Promise<Written<Around, R>> {
  const before = await getSeenRecord(db, context, noun, key)
  const around = await noun.around(db, context.storeId)
  return saveRecord(db, context, noun, around, before, noun.read(around, body, before))
}

/**
 * Changes what a patch names of a record; what changes nothing leaves its version.
 * @throws CommerceError as `replaceRecord`; BadRequest, too, where it names nothing that could be changed
 */
export async function changeRecord<Around, Draft, R extends StoredRecord, S extends NounSchemas>(
  db: WriteDb,
  context: Context,
  noun: RecordNoun<Around, Draft, R, S>,
  key: string,
  patch: Static<S['patch']>,
): Promise<Written<Around, R>> {
  requireNamed(patch, Object.keys(noun.schemas.patch.properties))
  const before = await getSeenRecord(db, context, noun, key)
  const around = await noun.around(db, context.storeId)
  if (noun.patch) return saveRecord(db, context, noun, around, before, noun.patch(around, before, patch))
  const whole = mergePatch(noun.view(around, before), patch) as Static<S['body']>
  return saveRecord(db, context, noun, around, before, noun.read(around, whole, before))
}
