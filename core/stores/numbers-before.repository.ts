import type { ReadDb, WriteDb } from '../database/engine.ts'

/** Numbers that a store gives out one after another, and the last of them. */
export interface LastNumber {
  readonly storeId: string
  /** What they number, such as the refunds of an order. */
  readonly series: string
  readonly last: number
}

/** The last number of a series in data that these have replaced; 0 where there is none. */
export async function lastNumberBefore(
  db: ReadDb,
  { series, storeId }: Omit<LastNumber, 'last'>,
): Promise<number> {
  const row = await db
    .selectFrom('numbers_before')
    .select('last_number')
    .where('store_id', '=', storeId)
    .where('series', '=', series)
    .executeTakeFirst()
  return row?.last_number ?? 0
}

/**
 * Takes to other data of the same stores how far their series have come, where they have come further: nobody gets a number
 * twice.
 * @param listLast the last number of each series, in the rows that have them
 */
export async function carryNumbers(
  from: ReadDb,
  to: WriteDb,
  listLast: (db: ReadDb) => Promise<readonly LastNumber[]>,
): Promise<void> {
  const keyOf = ({ series, storeId }: LastNumber): string => `${storeId} ${series}`
  const there = new Map((await listLast(to)).map((each) => [keyOf(each), each.last]))
  const stores = await to.selectFrom('stores').select('id').execute()
  const known = new Set(stores.map(({ id }) => id))
  for (const given of await listLast(from)) {
    if (!known.has(given.storeId) || given.last <= (there.get(keyOf(given)) ?? 0)) continue
    await to
      .insertInto('numbers_before')
      .values({ store_id: given.storeId, series: given.series, last_number: given.last })
      .onConflict((kept) =>
        kept
          .columns(['store_id', 'series'])
          .doUpdateSet((eb) => ({ last_number: eb.ref('excluded.last_number') }))
          .whereRef('numbers_before.last_number', '<', 'excluded.last_number'),
      )
      .execute()
  }
}

/** What data know of others that they have replaced goes on, too. */
export const carryNumbersBefore = async (from: ReadDb, to: WriteDb): Promise<void> =>
  carryNumbers(from, to, async (db) => {
    const rows = await db.selectFrom('numbers_before').selectAll().execute()
    return rows.map((row) => ({ storeId: row.store_id, series: row.series, last: row.last_number }))
  })
