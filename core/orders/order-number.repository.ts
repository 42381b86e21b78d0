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

/**
 * Takes to other data of the same stores which numbers were given out, of orders that are not among them too: nobody gets
 * one twice.
 */
export async function carryOrderNumbers(from: ReadDb, to: WriteDb): Promise<void> {
  const given = await from.selectFrom('order_numbers').select(['store_id', 'last_number']).execute()
  for (const { store_id, last_number } of given) {
    await to
      .updateTable('order_numbers')
      .set({ last_number })
      .where('store_id', '=', store_id)
      .where('last_number', '<', last_number)
      .execute()
  }
}
