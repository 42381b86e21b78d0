import { sql, type Insertable, type Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { insertUnlessThere } from '../database/queries/prepared.ts'
import type { DrawerOpeningTable } from './drawer-opening.table.ts'

export type DrawerOpeningRow = Selectable<DrawerOpeningTable>

/** A till, in whatever currency. */
export interface DrawerOf {
  readonly storeId: string
  /** Null is the store's own, which has no name. */
  readonly tillId: string | null
}

/** Those of a till behind one number, and up to another one. */
export interface Between extends DrawerOf {
  /** 0 from the beginning. */
  readonly after: number
  /** Undefined to the end. */
  readonly until: number | undefined
}

const ofTill = (db: ReadDb, { storeId, tillId }: DrawerOf) =>
  db
    .selectFrom('drawer_openings')
    .where('store_id', '=', storeId)
    .where(sql`coalesce(till_id, '')`, '=', tillId ?? '')

const openings = (db: ReadDb, { after, until, ...of }: Between) =>
  ofTill(db, of)
    .where('number', '>', after)
    .$if(until !== undefined, (query) => query.where('number', '<=', until ?? 0))

/** The number of the last one of a till; 0 where there is none. */
export async function lastOpeningNumber(db: ReadDb, of: DrawerOf): Promise<number> {
  const last = await ofTill(db, of).select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
  return last?.number ?? 0
}

/** The last of them, oldest first. */
export async function listDrawerOpenings(
  db: ReadDb,
  between: Between,
  limit: number,
): Promise<DrawerOpeningRow[]> {
  const query = openings(db, between).selectAll().orderBy('number', 'desc').limit(limit)
  return (await query.execute()).reverse()
}

/** How often the drawer did open. */
export async function countDrawerOpenings(db: ReadDb, between: Between): Promise<number> {
  const { many } = await openings(db, between)
    .select((eb) => eb.fn.countAll<number | string>().as('many'))
    .where('did_open', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(many)
}

/** @throws Overtaken where the drawer of the till was opened since the last number was read */
export async function addDrawerOpening(db: WriteDb, row: Insertable<DrawerOpeningTable>): Promise<void> {
  if (!(await insertUnlessThere(db, 'drawer_openings', row))) throw new Overtaken()
}

/** Says of one that the drawer stayed closed. */
export const noteUnopened = async (db: WriteDb, id: string): Promise<unknown> =>
  db.updateTable('drawer_openings').set({ did_open: 0 }).where('id', '=', id).execute()
