import { dropGuesses } from '../access/wrong-guesses.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { wrongPin } from './prove-person.ts'
import { holdStaff, type StaffRecord } from './staff.repository.ts'

/**
 * Whoever has proved to know their PIN, for a write in which that counts: wrong ones of before count no more, and until it ends
 * nobody changes them.
 * @param proved as their PIN was looked at, which takes long, so it is done before the transaction
 * @throws CommerceError Forbidden where they have left, or been given another PIN, meanwhile
 */
export async function holdProved(
  db: WriteDb,
  { storeId }: Pick<Context, 'storeId'>,
  proved: Pick<StaffRecord, 'id' | 'pinHash'>,
): Promise<StaffRecord> {
  const person = await holdStaff(db, storeId, proved.id)
  if (person?.state !== 'active' || person.pinHash !== proved.pinHash) throw wrongPin()
  await dropGuesses(db, person.id)
  return person
}
