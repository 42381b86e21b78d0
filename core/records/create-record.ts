import type { Static } from 'typebox'
import type { WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import type { Noun, NounSchemas, StoredRecord } from './noun.ts'
import { saveRecord, type Written } from './save-record.ts'

/**
 * Adds a record.
 * @param body as the schema of the noun has it
 * @throws CommerceError BadRequest, naming every field that is at fault
 */
export async function createRecord<Around, Draft, R extends StoredRecord, S extends NounSchemas>(
  db: WriteDb,
  author: Author,
  noun: Noun<Around, Draft, R, S>,
  body: Static<S['body']>,
): Promise<Written<Around, R>> {
  const around = await noun.around(db, author.storeId)
  return saveRecord(db, author, noun, around, undefined, noun.read(around, body, undefined))
}
