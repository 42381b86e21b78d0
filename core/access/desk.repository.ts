import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { Person } from '../operations/context.ts'
import { expandScopes, parseScopes, type Scope } from './scopes.ts'

const active = (db: ReadDb) => db.selectFrom('staff').where('state', '=', 'active')

/**
 * Whether the desks of a store are for its people: from the moment on when an owner has a PIN. Before that the console is
 * whoever started it.
 */
export async function isStaffed(db: ReadDb, storeId: string): Promise<boolean> {
  const owner = await staffedStores(db).where('store_id', '=', storeId).limit(1).executeTakeFirst()
  return owner !== undefined
}

/** The stores whose desks are. */
export const staffedStores = (db: ReadDb) =>
  active(db).select('store_id').where('role', '=', 'owner').where('pin_hash', 'is not', null)

/** Who works in a store; undefined for whoever has left. */
export const findPerson = async (db: ReadDb, storeId: string, id: string): Promise<Person | undefined> =>
  active(db)
    .select(['id', 'name', 'role'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The people who can take a desk of a store, by name. */
export const listPeople = async (db: ReadDb, storeId: string): Promise<Person[]> =>
  active(db)
    .select(['id', 'name', 'role'])
    .where('store_id', '=', storeId)
    .where('pin_hash', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** What the console of a desk was given, with all that this includes. */
export async function heldByDesk(db: ReadDb, grantId: string): Promise<ReadonlySet<Scope>> {
  const grant = await db
    .selectFrom('grants')
    .select('scope')
    .where('id', '=', grantId)
    .executeTakeFirstOrThrow()
  return expandScopes(parseScopes(grant.scope) ?? [])
}

/** Gives a desk to somebody, or locks it. */
export const setPersonAtDesk = async (db: WriteDb, grantId: string, personId: string | null) =>
  db.updateTable('grants').set({ staff_id: personId }).where('id', '=', grantId).execute()

/** Locks every desk that somebody is at, but one. */
export const leaveDesks = async (db: WriteDb, personId: string, except?: string) =>
  db
    .updateTable('grants')
    .set({ staff_id: null })
    .where('staff_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
