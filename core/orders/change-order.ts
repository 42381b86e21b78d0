import type { Context } from '../access/context.ts'
import { openForChange } from '../carts/open-cart.ts'
import { reopenCart } from '../carts/reopen-cart.ts'
import { saveCart } from '../carts/save-cart.ts'
import { orNull } from '../customers/address.ts'
import type { WriteDb } from '../database/database.ts'
import { badRequest } from '../kernel/errors.ts'
import { plainAmount } from '../kernel/money.ts'
import {
  because,
  getOrderRow,
  moveOrder,
  recordEvent,
  requireMove,
  updateOrder,
} from '../order-records/order-row.repository.ts'
import { heldOf } from '../payments/payment.ts'
import { paymentsOf, updatePayment } from '../payments/payment.repository.ts'
import { getCurrency } from '../stores/store.repository.ts'
import { payBack } from './change-payment.ts'

/** The goods are with the customer. Only a paid order can be completed. */
export async function completeOrder(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await moveOrder(db, context, await getOrderRow(db, context.storeId, orderId), 'completed')
  await recordEvent(db, context, orderId, 'order.completed', 'Completed')
}

/**
 * Cancels an order: what has not been received is voided, what is held is paid back or kept, as the caller says. The cart
 * of a reopened one is given up with it.
 * @param refund whether to pay back what is held; needed where anything is
 * @throws CommerceError NotFound; Conflict where it is completed or cancelled; BadRequest, naming the amount, where money
 *   is held and nobody has said what becomes of it
 */
export async function cancelOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  { reason, refund }: { reason: string | null; refund: boolean | undefined },
): Promise<void> {
  const order = await getOrderRow(db, context.storeId, orderId)
  requireMove(order, 'cancelled')
  const { isoCode } = await getCurrency(db, order.currency_id)
  const payments = await paymentsOf(db, orderId)
  const held = payments.reduce((sum, payment) => sum + heldOf(payment), 0)
  if (held > 0 && refund === undefined) {
    const text = `must be true or false: ${plainAmount(held, isoCode)} of the order is held`
    throw badRequest('order.refund', text, 'refund')
  }
  if (order.status === 'reopened') {
    const { placed: _, ...cart } = await openForChange(db, { ...context, ifMatch: undefined }, orderId)
    await saveCart(db, context, { ...cart, state: 'abandoned' })
  }
  await moveOrder(db, context, order, 'cancelled')
  await recordEvent(db, context, orderId, 'order.cancelled', because('Cancelled', reason))
  for (const payment of payments) {
    if (payment.state === 'pending') {
      await updatePayment(db, payment, { state: 'voided' })
      const text = because(`${payment.payment_method_name} voided`, 'Cancelled')
      await recordEvent(db, context, orderId, 'payment.voided', text)
    } else if (refund === true && heldOf(payment) > 0) {
      await payBack(db, context, payment, { amount: heldOf(payment), isoCode, reason })
    }
  }
}

/**
 * Opens the cart of an order again, to be changed and placed anew, while nothing has been received.
 * @throws CommerceError NotFound; Conflict, saying which state it is in
 */
export async function reopenOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  reason: string | null,
): Promise<void> {
  requireMove(await getOrderRow(db, context.storeId, orderId), 'reopened')
  const { placed, ...cart } = await openForChange(db, { ...context, ifMatch: undefined }, orderId)
  if (!placed) throw new Error(`The cart of the order ${orderId} is ${cart.state}.`)
  await saveCart(db, context, await reopenCart(db, context, cart, placed, reason))
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
