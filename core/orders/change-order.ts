import type { Context } from '../access/context.ts'
import { orNull } from '../customers/address.ts'
import type { WriteDb } from '../database/database.ts'
import { paymentsOf, updatePayment } from '../payments/payment.repository.ts'
import { because } from './change-payment.ts'
import { getOrderRow, moveOrder, recordEvent, updateOrder } from './order.repository.ts'

/** The goods are with the customer. Only a paid order can be completed. */
export async function completeOrder(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await moveOrder(db, context, await getOrderRow(db, context.storeId, orderId), 'completed')
  await recordEvent(db, context, orderId, 'order.completed', 'Completed')
}

/** Cancels an order and voids what has not been received; what has been stays until it is refunded. */
export async function cancelOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  reason: string | null,
): Promise<void> {
  await moveOrder(db, context, await getOrderRow(db, context.storeId, orderId), 'cancelled')
  for (const payment of await paymentsOf(db, orderId)) {
    if (payment.state === 'pending') await updatePayment(db, payment.id, { state: 'voided' })
  }
  await recordEvent(db, context, orderId, 'order.cancelled', because('Cancelled', reason))
}

/** Sets the note of an order, in any state; what it was before stays in the history. */
export async function setOrderNote(
  db: WriteDb,
  context: Context,
  orderId: string,
  note: string,
): Promise<void> {
  const order = await getOrderRow(db, context.storeId, orderId)
  await updateOrder(db, context, order, { note: orNull(note) })
  await recordEvent(db, context, orderId, 'order.note', note)
}
