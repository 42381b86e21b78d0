import { sql, type Insertable, type Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow, insertUnlessThere } from '../database/queries/prepared.ts'
import { Overtaken } from '../database/overtaken.ts'
import { notFound } from '../kernel/errors.ts'
import type { OfTill } from '../orders/payments/payment-transaction.repository.ts'
import { lastNumberBefore, type LastNumber } from '../stores/numbers-before.repository.ts'
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

/** How it was counted before the count of a number. */
export const findCountBefore = async (
  db: ReadDb,
  till: OfTill,
  number: number,
): Promise<TillCountRow | undefined> =>
  countsOf(db, till)
    .where('count.number', '<', number)
    .orderBy('count.number', 'desc')
    .limit(1)
    .executeTakeFirst()

const countsIn = (currencyId: string, tillId: string | null): string =>
  `counts of ${tillId ?? 'the till'} in ${currencyId}`

/** The number of the last count of a till in data that these have replaced; 0 where it had none, or none later. */
export const lastCountNumberBefore = async (
  db: ReadDb,
  { currencyId, storeId, tillId }: OfTill,
): Promise<number> => lastNumberBefore(db, { storeId, series: countsIn(currencyId, tillId) })

/** The number of the last count of each till. */
export async function listLastCountNumbers(db: ReadDb): Promise<LastNumber[]> {
  const rows = await db
    .selectFrom('till_counts')
    .select(['store_id', 'currency_id', 'till_id', (eb) => eb.fn.max('number').as('last')])
    .groupBy(['store_id', 'currency_id', 'till_id'])
    .execute()
  return rows.map((row) => ({
    storeId: row.store_id,
    series: countsIn(row.currency_id, row.till_id),
    last: row.last,
  }))
}

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

/** A count, with what the one before it has left in the till; null where there is none. */
export interface CountInTurn extends TillCountRow {
  readonly left: number | null
  readonly numberBefore: number | null
  readonly isoCode: string
  readonly tillName: string | null
  readonly storeCode: string
}

/** Counts of all stores in the order of their ids. */
export const listCountsAfter = async (db: ReadDb, id: string, limit: number): Promise<CountInTurn[]> =>
  db
    .selectFrom('till_counts as count')
    .innerJoin('currencies as currency', 'currency.id', 'count.currency_id')
    .innerJoin('stores as store', 'store.id', 'count.store_id')
    .leftJoin('tills as till', 'till.id', 'count.till_id')
    .leftJoin('till_counts as before', (join) =>
      join
        .onRef('before.store_id', '=', 'count.store_id')
        .onRef('before.currency_id', '=', 'count.currency_id')
        .on(sql`coalesce(before.till_id, '')`, '=', sql`coalesce(count.till_id, '')`)
        // A number that was given out before a restore is nobody's any more.
        .on('before.number', '=', (eb) =>
          eb
            .selectFrom('till_counts as earlier')
            .select((earlier) => earlier.fn.max('earlier.number').as('number'))
            .whereRef('earlier.store_id', '=', 'count.store_id')
            .whereRef('earlier.currency_id', '=', 'count.currency_id')
            .where(sql`coalesce(earlier.till_id, '')`, '=', sql`coalesce(count.till_id, '')`)
            .whereRef('earlier.number', '<', 'count.number'),
        ),
    )
    .selectAll('count')
    .select([
      'before.float_amount as left',
      'before.number as numberBefore',
      'currency.iso_code as isoCode',
      'till.name as tillName',
      'store.code as storeCode',
    ])
    .where('count.id', '>', id)
    .orderBy('count.id')
    .limit(limit)
    .execute()

/** What each of some counts has counted of what was put into tills and taken out of them. */
export const listCountedMovements = async (
  db: ReadDb,
  countIds: readonly string[],
): Promise<TillMovementRow[]> =>
  db.selectFrom('till_movements').selectAll().where('till_count_id', 'in', countIds).execute()

/** Money of which it is written that a count has counted it, where there is no such count of its till, or it waits for one all the same. */
export async function findStrayMoney(db: ReadDb): Promise<{ id: string; countId: string }[]> {
  const columns = ['id', 'store_id', 'currency_id', 'till_id', 'till_count_id'] as const
  const money = db
    .selectFrom('payment_transactions')
    .select([...columns, 'awaits_count'])
    .unionAll(db.selectFrom('till_movements').select([...columns, sql<number>`0`.as('awaits_count')]))
  return db
    .selectFrom(money.as('moved'))
    .leftJoin('till_counts as count', (join) =>
      join
        .onRef('count.id', '=', 'moved.till_count_id')
        .onRef('count.store_id', '=', 'moved.store_id')
        .onRef('count.currency_id', '=', 'moved.currency_id')
        .on(sql`coalesce(count.till_id, '')`, '=', sql`coalesce(moved.till_id, '')`),
    )
    .select(['moved.id', 'moved.till_count_id as countId'])
    .$narrowType<{ countId: string }>()
    .where('moved.till_count_id', 'is not', null)
    .where((eb) => eb.or([eb('count.id', 'is', null), eb('moved.awaits_count', '=', 1)]))
    .execute()
}

export const addMovement = async (db: WriteDb, row: Insertable<TillMovementTable>): Promise<void> =>
  insertRow(db, 'till_movements', row)
