import type { Insertable, Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow, insertUnlessThere } from '../database/queries/prepared.ts'
import { Overtaken } from '../database/overtaken.ts'
import { notFound } from '../kernel/errors.ts'
import type { OfTill } from '../orders/payments/payment-transaction.repository.ts'
import type { TillCountTable, TillMovementTable } from './till-count.table.ts'

export type TillCountRow = Selectable<TillCountTable>
export type TillMovementRow = Selectable<TillMovementTable>

const countsOf = (db: ReadDb, { currencyId, storeId, tillId }: OfTill) =>
  db
    .selectFrom('till_counts as count')
    .selectAll('count')
    .where('count.store_id', '=', storeId)
    .where('count.currency_id', '=', currencyId)
    .where('count.till_id', tillId === null ? 'is' : '=', tillId)

/** How a till was counted last; undefined where it never was. */
export const findLastCount = async (db: ReadDb, till: OfTill): Promise<TillCountRow | undefined> =>
  countsOf(db, till).orderBy('count.number', 'desc').limit(1).executeTakeFirst()

/** Every count of a till, newest first. */
export const listCounts = async (db: ReadDb, till: OfTill, page: Page): Promise<Slice<TillCountRow>> =>
  fetchSlice(countsOf(db, till), page, 'desc', { 'count.number': (row) => row.number })

/** @throws CommerceError NotFound */
export async function getCountRow(db: ReadDb, storeId: string, id: string): Promise<TillCountRow> {
  const row = await db
    .selectFrom('till_counts')
    .selectAll()
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw notFound('till.count-not-found', 'There is no such count of the till.')
  return row
}

/** @throws Overtaken where somebody else has counted the till since the count before was read */
export async function addCount(db: WriteDb, row: Insertable<TillCountTable>): Promise<void> {
  if (!(await insertUnlessThere(db, 'till_counts', row))) throw new Overtaken()
}

/**
 * What was put into a till and taken out of it, oldest first.
 * @param countId the count that has counted it; what none has counted yet where it is null
 */
export const listMovements = async (
  db: ReadDb,
  { currencyId, storeId, tillId }: OfTill,
  countId: string | null,
): Promise<TillMovementRow[]> =>
  db
    .selectFrom('till_movements')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('currency_id', '=', currencyId)
    .where('till_id', tillId === null ? 'is' : '=', tillId)
    .where('till_count_id', countId === null ? 'is' : '=', countId)
    .orderBy('date')
    .orderBy('id')
    .execute()

/**
 * Says of all that no count has counted yet that this one has.
 * @returns them, oldest first: what somebody adds meanwhile is the next count's
 */
export async function claimMovements(
  db: WriteDb,
  { currencyId, storeId, tillId }: OfTill,
  countId: string,
): Promise<TillMovementRow[]> {
  const rows = await db
    .updateTable('till_movements')
    .set({ till_count_id: countId })
    .where('store_id', '=', storeId)
    .where('currency_id', '=', currencyId)
    .where('till_id', tillId === null ? 'is' : '=', tillId)
    .where('till_count_id', 'is', null)
    .returningAll()
    .execute()
  const placeOf = ({ date, id }: TillMovementRow): string => `${date} ${id}`
  return rows.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

export const addMovement = async (db: WriteDb, row: Insertable<TillMovementTable>): Promise<void> =>
  insertRow(db, 'till_movements', row)
