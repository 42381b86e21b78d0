import { withEngine } from '../engines.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { seedOrders } from '../demo/seed-orders.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'

/** Makes the demo shops where they are missing, with a few orders, or with as many more as asked for. */
export async function demo(
  { location }: Place,
  { orders }: { orders?: number },
  to: Output,
): Promise<number> {
  return withEngine(location, async (database) => {
    const now = systemClock()
    // Order numbers follow the dates: with orders of its own to come, the shop starts without any.
    const stores = await database.transact(async (db) =>
      seedDemo(db, now, orders === undefined ? undefined : 0),
    )
    const placed = orders === undefined ? 0 : await seedOrders(database, orders, now)
    const made = stores.length > 0 ? `Made ${stores.join(' and ')}.` : 'The demo shops are there already.'
    to.result({ stores, orders: placed }, placed > 0 ? `${made}\nPlaced ${placed} orders.` : made)
    return 0
  })
}
