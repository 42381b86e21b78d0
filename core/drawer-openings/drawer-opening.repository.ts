import type { Insertable, Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import type { DrawerOpeningTable } from './drawer-opening.table.ts'

export type DrawerOpeningRow = Selectable<DrawerOpeningTable>

/** Those of a till after one moment, and until another one, that moment included. */
export interface Between {
  readonly storeId: string
  /** Null is the store's own, which has no name. */
  readonly tillId: string | null
  /** Undefined from the beginning, and to the end. */
  readonly after: string | undefined
  readonly until: string | undefined
}

const openings = (db: ReadDb, { after, storeId, tillId, until }: Between) =>
  db
    .selectFrom('drawer_openings')
    .where('store_id', '=', storeId)
    .where('till_id', tillId === null ? 'is' : '=', tillId)
    .$if(after !== undefined, (query) => query.where('date', '>', after ?? ''))
    .$if(until !== undefined, (query) => query.where('date', '<=', until ?? ''))

/** The last of them, oldest first. */
export async function listDrawerOpenings(
  db: ReadDb,
  between: Between,
  limit: number,
): Promise<DrawerOpeningRow[]> {
  const query = openings(db, between).selectAll().orderBy('date', 'desc').orderBy('id', 'desc').limit(limit)
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

export const addDrawerOpening = async (db: WriteDb, row: Insertable<DrawerOpeningTable>): Promise<void> =>
  insertRow(db, 'drawer_openings', row)

/** Says of one that the drawer stayed closed. */
export const noteUnopened = async (db: WriteDb, id: string): Promise<unknown> =>
  db.updateTable('drawer_openings').set({ did_open: 0 }).where('id', '=', id).execute()
