import type { ReadDb } from '../database/engine.ts'
import { changedMeanwhile } from '../history/record-events.ts'
import { hasSeen } from '../http/etag.ts'
import { notFound } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { nounOf, type StoredRecord } from './noun.ts'

/** How a record is found, and what is said where there is none. */
interface Finding<R> {
  readonly one: string
  find(db: ReadDb, storeId: string, key: string): Promise<R | undefined>
}

/**
 * The record that a path names.
 * @throws CommerceError NotFound
 */
export async function getRecord<R extends StoredRecord>(
  db: ReadDb,
  noun: Finding<R>,
  storeId: string,
  key: string,
): Promise<R> {
  const record = await noun.find(db, storeId, key)
  if (!record) throw notFound(`${nounOf(noun)}.not-found`, `There is no such ${noun.one}.`)
  return record
}

/**
 * The same for whoever is about to change it.
 * @throws CommerceError NotFound; Conflict where it is no longer the version that the caller has seen (`If-Match`), saying
 *   who has changed what since
 */
export async function getSeenRecord<R extends StoredRecord>(
  db: ReadDb,
  { ifMatch, storeId }: Pick<Context, 'ifMatch' | 'storeId'>,
  noun: Finding<R>,
  key: string,
): Promise<R> {
  const record = await getRecord(db, noun, storeId, key)
  if (hasSeen(ifMatch, record.version)) return record
  throw await changedMeanwhile(db, nounOf(noun), record)
}
