import { momentOf } from '../../kernel/ids.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { ReadDb } from '../engine.ts'

const DAY = 86_400_000

/**
 * Whether carts or orders have a shipment by a method, or at the price of a price group, of whichever store. They have been
 * changed since it was made: only those are looked at, with a day for clocks that differ.
 */
export async function isDelivered(
  db: ReadDb,
  column: 'shipping_method_id' | 'shipping_price_group_id',
  id: string,
): Promise<boolean> {
  const since = timestamp(new Date(Math.max(0, momentOf(id) - DAY)))
  const stores = db.selectFrom('stores').select('id')
  const orders = db
    .selectFrom('orders')
    .select('id')
    .where('store_id', 'in', stores)
    .where('created_at', '>=', since)
    .where(column, '=', id)
  if (await orders.limit(1).executeTakeFirst()) return true
  const carts = db
    .selectFrom('carts')
    .select('id')
    .where('store_id', 'in', stores)
    // Those that were placed, too: an order that was opened again is as old as it was, whatever it was placed with last.
    .where('state', 'in', ['open', 'ordered', 'abandoned'])
    .where('updated_period', '>=', since.slice(0, 'yyyy-mm-dd'.length))
    .where(column, '=', id)
  return (await carts.limit(1).executeTakeFirst()) !== undefined
}
