import type { ReadDb } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import { recordRows } from '../records/record-rows.ts'
import type { RecordState } from '../records/record.schema.ts'
import type { StoredRecord } from '../records/noun.ts'

/** What somebody wants a till to be. */
export interface TillDraft {
  readonly name: string
  readonly state: RecordState
}
export interface TillRecord extends TillDraft, StoredRecord {}

export const tillRows = recordRows('tills', ({ name, state }: TillRecord) => ({ name, state }))

/** The tills of a store that have a name, retired ones too: there are few. */
export const listTills = async (db: ReadDb, storeId: string): Promise<TillRecord[]> =>
  tillsOf(db, storeId).execute()

export const findTill = async (db: ReadDb, storeId: string, id: string): Promise<TillRecord | undefined> =>
  tillsOf(db, storeId).where('id', '=', id).executeTakeFirst()

const tillsOf = (db: ReadDb, storeId: string) =>
  db.selectFrom('tills').select(['id', 'version', 'name', 'state']).where('store_id', '=', storeId)

/**
 * The till of an id; null is the store's own, which has no name.
 * @throws CommerceError BadRequest, naming it, for one that there is not
 */
export async function requireTill(
  db: ReadDb,
  storeId: string,
  id: string | null | undefined,
): Promise<TillRecord | null> {
  if (id === null || id === undefined) return null
  const till = await findTill(db, storeId, id)
  if (!till) throw badRequest('till.not-found', 'there is no such till', 'tillId')
  return till
}

/**
 * The same for a till that money goes into or comes out of.
 * @throws CommerceError BadRequest for one that is retired, too
 */
export async function requireOpenTill(
  db: ReadDb,
  storeId: string,
  id: string | null | undefined,
): Promise<TillRecord | null> {
  const till = await requireTill(db, storeId, id)
  if (till?.state === 'retired') throw badRequest('till.retired', 'is retired', 'tillId')
  return till
}

/** Whether cash of the till was counted or moved, or its drawer was opened. */
export async function isTillUsed(db: ReadDb, { id }: TillRecord): Promise<boolean> {
  const tables = ['till_counts', 'till_movements', 'payment_transactions', 'drawer_openings'] as const
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select('till_id')
      .where('till_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
