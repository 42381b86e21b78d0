import type { Static } from 'typebox'
import { holdCart } from '../carts/cart.repository.ts'
import { openForChange } from '../carts/open-cart.ts'
import { saveCart } from '../carts/save-cart.ts'
import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { recordEvent } from '../orders/order-events.ts'
import { lockOrderRow, updateOrder } from '../orders/order.repository.ts'
import type { OrderNoteBody } from '../orders/order.schema.ts'

/**
 * Sets the note of an order, in any state; what it was before stays in the history. Of one that was opened again it is its cart's,
 * too: placed anew, the order is as its cart.
 * @param expectedNote what the caller has seen in its place, where they say so
 * @throws CommerceError NotFound; Conflict where that is not the note any more
 */
export async function setOrderNote(
  db: WriteDb,
  context: Context,
  orderId: string,
  { note, expectedNote }: Static<typeof OrderNoteBody>,
): Promise<void> {
  // Its cart first, as whoever places it does: two who lock in different orders wait for each other.
  await holdCart(db, context.storeId, orderId)
  const order = await lockOrderRow(db, context.storeId, orderId)
  if (expectedNote !== undefined && orNull(expectedNote) !== order.note) {
    throw conflict('order.note-changed', 'The note of the order has been changed in the meantime.')
  }
  if (order.status === 'reopened') {
    await saveCart(db, context, { ...(await openForChange(db, context, orderId)), note: orNull(note) })
  }
  await updateOrder(db, context, order, { note: orNull(note) })
  await recordEvent(db, context, orderId, 'order.note', { note })
}
