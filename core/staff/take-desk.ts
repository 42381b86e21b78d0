import { setPersonAtDesk } from '../access/desk.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { holdProved } from './hold-proved.ts'
import type { StaffRecord } from './staff.repository.ts'

/**
 * Gives a desk to somebody.
 * @param proved as their PIN was looked at, which takes long, so it is done before the transaction
 * @throws CommerceError Forbidden where they have left, or been given another PIN, meanwhile
 */
export async function takeDesk(
  db: WriteDb,
  context: Pick<Context, 'storeId'>,
  grantId: string,
  proved: Pick<StaffRecord, 'id' | 'pinHash'>,
): Promise<StaffRecord> {
  // Whoever changes their PIN takes them from the desks that they are at: from this one too.
  const person = await holdProved(db, context, proved)
  await setPersonAtDesk(db, grantId, person.id)
  return person
}
