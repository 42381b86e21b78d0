import { setPersonAtDesk } from '../access/desk.repository.ts'
import { dropGuesses } from '../access/wrong-guesses.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { wrongPin } from './prove-person.ts'
import { holdStaff, type StaffRecord } from './staff.repository.ts'

/**
 * Gives a desk to somebody.
 * @param proved as their PIN was looked at, which takes long, so it is done before the transaction
 * @throws CommerceError Forbidden where they have left, or been given another PIN, meanwhile
 */
export async function takeDesk(
  db: WriteDb,
  { storeId }: Pick<Context, 'storeId'>,
  grantId: string,
  proved: Pick<StaffRecord, 'id' | 'pinHash'>,
): Promise<StaffRecord> {
  // Whoever changes their PIN takes them from the desks that they are at: from this one too.
  const person = await holdStaff(db, storeId, proved.id)
  if (person?.state !== 'active' || person.pinHash !== proved.pinHash) throw wrongPin()
  await dropGuesses(db, person.id)
  await setPersonAtDesk(db, grantId, person.id)
  return person
}
