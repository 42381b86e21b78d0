import { openForChange } from '../carts/open-cart.ts'
import { holdCart } from '../carts/cart.repository.ts'
import { saveCart } from '../carts/save-cart.ts'
import type { WriteDb } from '../database/engine.ts'
import { badRequest, conflict, said } from '../kernel/errors.ts'
import { plainAmount, toMinor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { moveOrder, requireMove } from '../orders/move-order.ts'
import { reasonOf } from '../orders/order-event.ts'
import { recordEvent } from '../orders/order-events.ts'
import { lockOrderRow } from '../orders/order.repository.ts'
import { giveUp } from '../orders/payments/change-payment.ts'
import { requireCardsPaidFor } from '../orders/payments/issued-gift-cards.ts'
import { moveMoney } from '../orders/payments/move-money.ts'
import { paymentsOf } from '../orders/payments/payment.repository.ts'
import { heldOf, heldOfAll } from '../orders/payments/payment.ts'
import { payBack } from '../orders/payments/refund-payment.ts'
import { getCurrency } from '../stores/store.repository.ts'

/**
 * Cancels an order: what has not been received is voided, what is held is paid back or kept, as the caller says. The cart
 * of a reopened one is given up with it.
 * @param refund whether to pay back what is held; needed where anything is
 * @param expectedHeld what the caller has seen to be held, in major units, where they say so
 * @throws CommerceError NotFound; Conflict where it is completed or cancelled, something else is held by now, or
 *   what goes back has paid for gift cards, or goes onto one that is deactivated; BadRequest,
 *   naming the amount, where money is held and nobody has said what becomes of it
 */
export async function cancelOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  { reason, refund, expectedHeld, tillId }: Cancellation,
): Promise<void> {
  // Its cart first, as whoever places it does: two who lock in different orders wait for each other.
  await holdCart(db, context.storeId, orderId)
  const order = await lockOrderRow(db, context.storeId, orderId)
  requireMove(order, 'cancelled')
  const currency = await getCurrency(db, order.currency_id)
  const payments = await paymentsOf(db, orderId)
  const held = heldOfAll(payments)
  if (held > 0 && refund === undefined) {
    const text = said`must be true or false: ${{ held: plainAmount(held, currency.isoCode) }} of the order is held`
    throw badRequest('order.refund', text, 'refund')
  }
  if (expectedHeld !== undefined && toMinor(expectedHeld, currency.isoCode) !== held) {
    const text = said`${{ held: plainAmount(held, currency.isoCode) }} of the order is held by now`
    throw conflict('order.held-meanwhile', text, 'refund')
  }
  if (refund === true) await requireCardsPaidFor(db, order, 0)
  if (order.status === 'reopened') {
    const { placed: _, ...cart } = await openForChange(db, context, orderId)
    await saveCart(db, context, { ...cart, state: 'abandoned' })
  }
  await moveOrder(db, context, order, 'cancelled')
  await recordEvent(db, context, orderId, 'order.cancelled', reasonOf(reason))
  for (const payment of payments) {
    if (payment.state === 'pending') {
      await giveUp(db, context, payment, { cause: 'cancelled' })
    } else if (payment.state === 'captured' && payment.amount === 0) {
      // Nothing goes back but the tax of what was had for nothing, out of what the period took.
      await moveMoney(db, context, payment, { kind: 'refund', amount: 0, currency, tillId })
    } else if (refund === true && heldOf(payment) > 0) {
      await payBack(db, context, payment, { amount: heldOf(payment), currency, reason, tillId })
    }
  }
}

interface Cancellation {
  readonly reason: string | null
  readonly refund?: boolean | undefined
  /** In major units. */
  readonly expectedHeld?: number | undefined
  /** The till that what is paid back comes out of. */
  readonly tillId?: string | null | undefined
}
