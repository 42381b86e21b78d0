import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { recordEvent } from '../orders/order-events.ts'
import { lockOrderRow } from '../orders/order.repository.ts'

/**
 * Adds what somebody has to say of an order to its history, in any state: for colleagues, on no paper, and for good. The order is
 * as it was, so whoever is at a step of it goes on.
 * @throws CommerceError NotFound
 */
export async function commentOnOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  comment: string,
): Promise<void> {
  // Held, so that whoever erases a person's data finds what has been said by then.
  const { id, version } = await lockOrderRow(db, context.storeId, orderId)
  await recordEvent(db, context, id, 'order.comment', { comment })
  context.changes.push({ type: 'order.changed', id, version })
}
