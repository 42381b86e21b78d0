import { sql } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { prepared } from '../database/queries/prepared.ts'
import { textsInHistories } from '../history/record-events.ts'

/** The number of the store's next order. */
export async function nextOrderNumber(db: WriteDb, storeId: string): Promise<string> {
  for (;;) {
    const next = await nextNumber.first(db, { storeId })
    if (!next) throw new Error(`The store ${storeId} has no order numbers.`)
    // Behind the prefix `1` number 10001 was what number 110001 is without one.
    if (next.taken_by === null) return `${next.prefix}${next.last_number}`
  }
}

const nextNumber = prepared((db, { storeId }: { storeId: string }) =>
  db
    .updateTable('order_numbers')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('store_id', '=', storeId)
    .returning((eb) => [
      'prefix',
      'last_number',
      eb
        .selectFrom('orders')
        .select('orders.id')
        .where('orders.store_id', '=', storeId)
        .where('orders.order_number', '=', sql<string>`prefix || last_number`)
        .as('taken_by'),
    ]),
)

/** What the store's order numbers begin with, and what they have begun with by its history. */
export async function orderNumberPrefixes(db: ReadDb, storeId: string): Promise<readonly string[]> {
  const [numbers, former] = await Promise.all([
    db.selectFrom('order_numbers').select('prefix').where('store_id', '=', storeId).executeTakeFirst(),
    textsInHistories(db, [storeId], 'orderNumberPrefix'),
  ])
  return [...new Set([numbers?.prefix ?? '', ...former])]
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
