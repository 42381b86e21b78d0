import type { ReadDb, WriteDb } from '../database/engine.ts'
import { lockRows } from '../database/queries/lock-rows.ts'
import { isStaffed, leaveDesks } from '../access/desk.repository.ts'
import type { StaffTable } from '../access/staff.table.ts'
import { conflict } from '../kernel/errors.ts'
import type { RecordRows, StoredRecord } from '../records/noun.ts'
import { recordRows } from '../records/record-rows.ts'

/** Somebody who works in a store. */
export interface StaffRecord extends StoredRecord {
  readonly name: string
  readonly role: StaffTable['role']
  readonly state: StaffTable['state']
  /** What is kept of their PIN; null where they have none. */
  readonly pinHash: string | null
}

const recordOf = ({ id, version, name, role, state, pin_hash }: StaffTable): StaffRecord => ({
  id,
  version,
  name,
  role,
  state,
  pinHash: pin_hash,
})

const plain = recordRows('staff', ({ name, pinHash, role, state }: StaffRecord) => ({
  name,
  role,
  state,
  pin_hash: pinHash,
}))

/** Whoever leaves is at no desk any more, and nobody locks everybody else out. */
export const staffRows: RecordRows<StaffRecord> = {
  ...plain,
  update: async (db, author, changes) => {
    const { storeId } = author
    // Two that are changed at once could each be the last owner but one.
    await lockRows(db, 'stores', [storeId])
    const wasStaffed = await isStaffed(db, storeId)
    await plain.update(db, author, changes)
    if (wasStaffed) await requireOwner(db, storeId)
    for (const { after } of changes) {
      if (after.state === 'retired') await leaveDesks(db, after.id)
    }
  },
}

/** @throws CommerceError Conflict where people would be left whom nobody could help who forgets a PIN */
async function requireOwner(db: WriteDb, storeId: string): Promise<void> {
  if (await isStaffed(db, storeId)) return
  const [someone] = await listStaff(db, storeId, 'active')
  if (someone) {
    throw conflict(
      'staff.last-owner',
      'An owner with a PIN has to stay as long as anybody is on the staff; retire the others first.',
    )
  }
}

/** The staff of a store, by name. */
export async function listStaff(
  db: ReadDb,
  storeId: string,
  state?: StaffRecord['state'],
): Promise<readonly StaffRecord[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('store_id', '=', storeId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'active'))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(recordOf)
}

const ofStore = (db: ReadDb, storeId: string, id: string) =>
  db.selectFrom('staff').selectAll().where('store_id', '=', storeId).where('id', '=', id)

export async function findStaff(db: ReadDb, storeId: string, id: string): Promise<StaffRecord | undefined> {
  const row = await ofStore(db, storeId, id).executeTakeFirst()
  return row && recordOf(row)
}

/**
 * The same as they are now; until this write ends nobody else changes them. What refers to them may be written meanwhile: of two who
 * approve for each other neither waits for the other.
 */
export async function holdStaff(db: WriteDb, storeId: string, id: string): Promise<StaffRecord | undefined> {
  const row = await ofStore(db, storeId, id).forNoKeyUpdate().executeTakeFirst()
  return row && recordOf(row)
}
