import { dropApprovals } from '../access/approval.repository.ts'
import { leaveDesks } from '../access/desk.repository.ts'
import { dropGuesses } from '../access/wrong-guesses.ts'
import type { WriteDb } from '../database/engine.ts'
import { recordDone } from '../history/record-events.ts'
import { badRequest } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { getSeenRecord } from '../records/get-record.ts'
import { nounOf } from '../records/noun.ts'
import { staffNoun } from './staff.noun.ts'
import type { StaffRecord } from './staff.repository.ts'

/** What a history says in the place of a PIN. */
const HIDDEN = '••••'

/**
 * Gives somebody a PIN. Wrong ones of before count no more, other desks that they are at are locked, and what they have
 * approved with the old one is taken back.
 * @param pinHash as `hashPin` makes it: that takes long, so it is done before the transaction
 * @throws CommerceError NotFound; BadRequest for whoever has left; Conflict where they are no longer the version that
 *   the caller has seen
 */
export async function setPin(
  db: WriteDb,
  context: Pick<Context, 'ifMatch' | 'storeId' | 'name' | 'now' | 'desk'>,
  id: string,
  pinHash: string,
): Promise<StaffRecord> {
  const before = await getSeenRecord(db, context, staffNoun, id)
  if (before.state === 'retired') throw badRequest('staff.retired', 'has left: make them active first', 'id')
  const after = { ...before, pinHash, version: before.version + 1 }
  const noun = nounOf(staffNoun)
  await staffNoun.rows.update(db, context, [{ before, after }])
  await dropGuesses(db, id)
  await leaveDesks(db, id, context.desk?.grantId)
  await dropApprovals(db, id)
  const changes = [{ field: 'pin', from: before.pinHash === null ? null : HIDDEN, to: HIDDEN }]
  await recordDone(db, context, [
    { recordId: after.id, noun, version: after.version, kind: 'changed', changes },
  ])
  return after
}
