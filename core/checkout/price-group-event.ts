import type { CartRow } from '../carts/cart.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { orderEvent, type OrderEventRow } from '../orders/order-events.ts'
import { priceGroupNames } from '../price-groups/price-group.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

const KIND = 'price-group.overridden'

/**
 * That somebody chose a price group which was not valid for a cart becomes part of the order's history: who, when and
 * why. Placed again, the order keeps what it has.
 */
export async function overrideEvent(db: ReadDb, store: StoreRecord, cart: CartRow): Promise<OrderEventRow[]> {
  const { id, reasoned_price_group_id: groupId, price_group_reason_at: date } = cart
  if (groupId === null || date === null) return []
  const known = await db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', id)
    .where('kind', '=', KIND)
    .where('date', '=', date)
    .executeTakeFirst()
  if (known) return []
  const priceGroup = (await priceGroupNames(db, store, cart.culture_code))(groupId)
  const actor = { now: new Date(date), name: cart.price_group_reason_by ?? '' }
  return [orderEvent(actor, id, KIND, { priceGroup, reason: cart.price_group_reason ?? '' })]
}
