import type { ReadDb, WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Person } from '../operations/context.ts'
import { AT_ONCE, type Sweep } from '../operations/sweep.ts'
import type { Approvable } from './access.table.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What is approved, and where. */
export interface NewApproval {
  readonly grantId: string
  readonly askedBy: string
  readonly approverId: string
  readonly scope: Approvable
  readonly expires: Date
}

/** An approval, of which nobody may know more than its digest. */
export interface StoredApproval extends Omit<NewApproval, 'approverId'> {
  readonly tokenHash: string
  /** As they are now. */
  readonly approver: Person & { readonly hasLeft: boolean }
  readonly isUsed: boolean
  readonly usedKeyHash: string | null
}

/** @returns the token itself, which is not kept */
export async function insertApproval(
  db: WriteDb,
  { approverId, askedBy, expires, grantId, scope }: NewApproval,
): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('approvals')
    .values({
      token_hash: hashOf(secret),
      grant_id: grantId,
      asked_by: askedBy,
      approver_id: approverId,
      scope,
      expires_at: timestamp(expires),
      used_at: null,
      used_key_hash: null,
    })
    .execute()
  return secret
}

export async function findApproval(db: ReadDb, tokenHash: string): Promise<StoredApproval | undefined> {
  const row = await db
    .selectFrom('approvals as approval')
    .innerJoin('staff as approver', 'approver.id', 'approval.approver_id')
    .selectAll('approval')
    .select(['approver.id', 'approver.name', 'approver.role', 'approver.state'])
    .where('approval.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, role } = row
  return {
    tokenHash,
    grantId: row.grant_id,
    askedBy: row.asked_by,
    approver: { id, name, role, hasLeft: row.state !== 'active' },
    scope: row.scope,
    expires: new Date(row.expires_at),
    isUsed: row.used_at !== null,
    usedKeyHash: row.used_key_hash,
  }
}

/**
 * Notes that it is used up.
 * @param keyHash of the `Idempotency-Key` it is used with
 * @returns false where it was before
 */
export async function useApproval(
  db: WriteDb,
  tokenHash: string,
  now: Date,
  keyHash: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approvals')
    .set({ used_at: timestamp(now), used_key_hash: keyHash })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes back what somebody has approved and nobody has used. */
export const dropApprovals = async (db: WriteDb, approverId: string): Promise<unknown> =>
  db.deleteFrom('approvals').where('approver_id', '=', approverId).where('used_at', 'is', null).execute()

/** So long behind its end it is told what has become of one, in milliseconds: as long as an answer is given again to a key. */
const TOLD = 24 * 3600 * 1000

export const sweepApprovals: Sweep = async (db, now) => {
  const old = db
    .selectFrom('approvals')
    .select('token_hash')
    .where('expires_at', '<', timestamp(new Date(now.getTime() - TOLD)))
    .limit(AT_ONCE)
  const { numDeletedRows } = await db
    .deleteFrom('approvals')
    .where('token_hash', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
