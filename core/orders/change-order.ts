import type { Static } from 'typebox'
import { orNull } from '../customers/address.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { moveOrder } from './move-order.ts'
import { recordEvent } from './order-events.ts'
import { lockOrderRow, updateOrder } from './order.repository.ts'
import type { OrderNoteBody } from './order.schema.ts'

/** The goods are with the customer. Only a paid order can be completed. */
export async function completeOrder(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await moveOrder(db, context, await lockOrderRow(db, context.storeId, orderId), 'completed')
  await recordEvent(db, context, orderId, 'order.completed')
}

/**
 * Sets the note of an order, in any state; what it was before stays in the history.
 * @param expectedNote what the caller has seen in its place, where they say so
 * @throws CommerceError Conflict where that is not the note any more
 */
export async function setOrderNote(
  db: WriteDb,
  context: Context,
  orderId: string,
  { note, expectedNote }: Static<typeof OrderNoteBody>,
): Promise<void> {
  const order = await lockOrderRow(db, context.storeId, orderId)
  if (expectedNote !== undefined && orNull(expectedNote) !== order.note) {
    throw conflict('order.note-changed', 'The note of the order has been changed in the meantime.')
  }
  await updateOrder(db, context, order, { note: orNull(note) })
  await recordEvent(db, context, orderId, 'order.note', { note })
}
