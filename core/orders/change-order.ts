import { orNull } from '../customers/address.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { moveOrder } from './move-order.ts'
import { recordEvent } from './order-events.ts'
import { lockOrderRow, updateOrder } from './order.repository.ts'

/** The goods are with the customer. Only a paid order can be completed. */
export async function completeOrder(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await moveOrder(db, context, await lockOrderRow(db, context.storeId, orderId), 'completed')
  await recordEvent(db, context, orderId, 'order.completed')
}

/** Sets the note of an order, in any state; what it was before stays in the history. */
export async function setOrderNote(
  db: WriteDb,
  context: Context,
  orderId: string,
  note: string,
): Promise<void> {
  const order = await lockOrderRow(db, context.storeId, orderId)
  await updateOrder(db, context, order, { note: orNull(note) })
  await recordEvent(db, context, orderId, 'order.note', { note })
}
