import { heldByDesk, isStaffed, listPeople } from '../access/desk.repository.ts'
import { approvableBy, deskScopes } from '../access/scopes.ts'
import type { ReadDb } from '../database/engine.ts'
import type { Person } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import type { Desk } from './desk.schema.ts'

/** A desk, with somebody or nobody at it. */
export async function viewDesk(
  db: ReadDb,
  storeId: string,
  grantId: string,
  person: Person | undefined,
): Promise<Desk> {
  const store = await getStore(db, storeId)
  const held = await heldByDesk(db, grantId)
  const staffed = await isStaffed(db, storeId)
  const people = await listPeople(db, storeId)
  const isLocked = staffed && person === undefined
  return {
    isStaffed: staffed,
    isLocked,
    person: person ?? null,
    scopes: [...deskScopes(held, { grantId, person, isLocked })],
    people: people.map((one) => ({ ...one, approves: approvableBy(held, one) })),
    storeName: store.name,
    lockAfterMinutes: store.lockAfterMinutes,
  }
}
