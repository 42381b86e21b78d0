import { insertApproval } from '../access/approval.repository.ts'
import { findPerson, heldByDesk } from '../access/desk.repository.ts'
import { approvableBy } from '../access/scopes.ts'
import type { Approvable } from '../access/access.table.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import type { Context, Person } from '../operations/context.ts'
import type { ApprovalAnswer } from './desk.schema.ts'
import { holdProved } from './hold-proved.ts'
import type { StaffRecord } from './staff.repository.ts'

/** How long an approval is good, in milliseconds: for the step that is on the screen. */
const GOOD_MS = 120_000

/**
 * Whose desk it is that something is approved at.
 * @throws CommerceError Conflict where nobody is at it
 */
export function requireAsking({ desk }: Pick<Context, 'desk'>): { grantId: string; person: Person } {
  if (!desk?.person)
    throw conflict('approval.nobody', 'Nobody is at the desk, so there is nobody to approve it for.')
  return { grantId: desk.grantId, person: desk.person }
}

/**
 * To be asked before their PIN is tried: a right one would count as a wrong one else.
 * @throws CommerceError BadRequest where somebody may not do themselves what they are to approve; whoever has left is none
 */
export async function requireApprover(
  db: ReadDb,
  { desk, storeId }: Pick<Context, 'desk' | 'storeId'>,
  { scope, staffId }: { readonly staffId: string; readonly scope: Approvable },
): Promise<void> {
  const { grantId } = requireAsking({ desk })
  const person = await findPerson(db, storeId, staffId)
  if (person && !approvableBy(await heldByDesk(db, grantId), person).includes(scope))
    throw badRequest('desk.approver', 'may not do this either', 'staffId')
}

/**
 * Approves one step of whoever is at a desk.
 * @param proved who approves it, as their PIN was looked at, which takes long, so it is done before the transaction
 * @returns the token for the header `Approval`, of which only a digest is kept
 * @throws CommerceError Conflict where nobody is at the desk; BadRequest where the approver may not do it; Forbidden where they
 *   have left, or been given another PIN, meanwhile
 */
export async function approve(
  db: WriteDb,
  context: Pick<Context, 'desk' | 'storeId' | 'now'>,
  proved: Pick<StaffRecord, 'id' | 'pinHash'>,
  scope: Approvable,
): Promise<ApprovalAnswer> {
  const { grantId, person } = requireAsking(context)
  const { id: approverId } = await holdProved(db, context, proved)
  await requireApprover(db, context, { staffId: approverId, scope })
  const expires = new Date(context.now.getTime() + GOOD_MS)
  const approval = await insertApproval(db, { grantId, askedBy: person.id, approverId, scope, expires })
  return { approval, expires: expires.toISOString() }
}
