import type { WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import { CommerceError } from '../kernel/errors.ts'
import { nounOf, type Identify, type Read, type StoredRecord, type Storing } from './noun.ts'
import { saveRecords, type Saved } from './save-records.ts'

/** A record that has been written, with what it refers to. */
export interface Written<Around, R> extends Saved<R> {
  readonly around: Around
}

/**
 * Stores a record of which a draft has been read; what changes nothing leaves its version.
 * @param before the record as it is; undefined for a new one
 * @param read what is to be stored, and what is wrong with that already
 * @throws CommerceError BadRequest, naming every field that is at fault; Overtaken where it has been changed since it was
 *   read
 */
export async function saveRecord<Around, Draft, R extends StoredRecord>(
  db: WriteDb,
  author: Author,
  storing: Storing<Around, Draft, R>,
  around: Around,
  before: R | undefined,
  { draft, faults }: Read<Draft>,
  identify?: Identify<R>,
): Promise<Written<Around, R>> {
  const wanted = [{ before, draft, identify }]
  const refused = [...faults, ...((await storing.check?.(db, around, wanted)) ?? []).flat()]
  if (refused.length > 0) throw new CommerceError('BadRequest', `${nounOf(storing)}.invalid`, refused)
  const [saved] = await saveRecords(db, author, storing, around, wanted)
  if (!saved) throw new Error(`The ${storing.one} was not stored.`)
  return { ...saved, around }
}
