import type { Static } from 'typebox'
import type { WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import { CommerceError } from '../kernel/errors.ts'
import {
  nounOf,
  type Identify,
  type RecordNoun,
  type NounSchemas,
  type StoredRecord,
  type Storing,
  type Wanted,
} from './noun.ts'
import { saveRecord, type Written } from './save-record.ts'
import { saveRecords } from './save-records.ts'

/**
 * Adds a record.
 * @param body as the schema of the noun has it
 * @param identify where its id is known beforehand
 * @throws CommerceError BadRequest, naming every field that is at fault
 */
export async function createRecord<Around, Draft, R extends StoredRecord, S extends NounSchemas>(
  db: WriteDb,
  author: Author,
  noun: RecordNoun<Around, Draft, R, S>,
  body: Static<S['body']>,
  identify?: Identify<R>,
): Promise<Written<Around, R>> {
  const around = await noun.around(db, author.storeId)
  return saveRecord(db, author, noun, around, undefined, noun.read(around, body, undefined), identify)
}

/**
 * Adds records of which drafts have been made, all of them or none.
 * @throws CommerceError BadRequest, naming every field that is at fault
 */
export async function createRecords<Around, Draft, R extends StoredRecord>(
  db: WriteDb,
  author: Author,
  storing: Storing<Around, Draft, R>,
  around: Around,
  drafts: readonly Omit<Wanted<Draft, R>, 'before'>[],
): Promise<void> {
  const wanted = drafts.map((each) => ({ before: undefined, ...each }))
  const refused = (await storing.check?.(db, around, wanted)) ?? []
  const faults = refused.flatMap((each, index) =>
    each.map(({ field, text }) => ({ field: [index, field].join('.'), text })),
  )
  if (faults.length > 0) throw new CommerceError('BadRequest', `${nounOf(storing)}.invalid`, faults)
  await saveRecords(db, author, storing, around, wanted)
}
