import type { ReadDb, WriteDb } from '../database/engine.ts'
import { prepared } from '../database/queries/prepared.ts'

/** The number of the store's next order. */
export async function nextOrderNumber(db: WriteDb, storeId: string): Promise<string> {
  const taken = await nextNumber.first(db, { storeId })
  if (!taken) throw new Error(`The store ${storeId} has no order numbers.`)
  return `${taken.prefix}${taken.last_number}`
}

const nextNumber = prepared((db, { storeId }: { storeId: string }) =>
  db
    .updateTable('order_numbers')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('store_id', '=', storeId)
    .returning(['prefix', 'last_number']),
)

/** What the store's order numbers begin with. */
export async function orderNumberPrefix(db: ReadDb, storeId: string): Promise<string> {
  const numbers = await db
    .selectFrom('order_numbers')
    .select('prefix')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return numbers?.prefix ?? ''
}

/** The last order number of each store that was given out. */
export const lastOrderNumbers = async (db: ReadDb): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.selectFrom('order_numbers').select(['store_id', 'last_number']).execute()).map((row) => [
      row.store_id,
      row.last_number,
    ]),
  )

/** Begins behind numbers that were given out before, of orders that are no longer there too: nobody gets one twice. */
export async function skipOrderNumbers(db: WriteDb, given: ReadonlyMap<string, number>): Promise<void> {
  for (const [storeId, last] of given) {
    await db
      .updateTable('order_numbers')
      .set({ last_number: last })
      .where('store_id', '=', storeId)
      .where('last_number', '<', last)
      .execute()
  }
}
