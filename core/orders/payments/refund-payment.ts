import type { WriteDb } from '../../database/engine.ts'
import { giveBackToGiftCard } from '../../gift-cards/gift-card.repository.ts'
import type { IssuedGiftCard } from '../../gift-cards/gift-card.schema.ts'
import { badRequest, conflict, said } from '../../kernel/errors.ts'
import { plainAmount, toMinor, type Minor } from '../../kernel/money.ts'
import type { Context } from '../../operations/context.ts'
import { takesNoGiftCard } from '../../payment-methods/payment-method.repository.ts'
import { getCurrency } from '../../stores/store.repository.ts'
import type { Currency } from '../../stores/store.schema.ts'
import { reasonOf } from '../order-event.ts'
import { recordEvent } from '../order-events.ts'
import { updateOrder } from '../order.repository.ts'
import { returnStock } from '../stock-of-order.ts'
import { openPayment, requireNotPartlyPaid } from './change-payment.ts'
import { issueForOrder, requireCardsPaidFor } from './issued-gift-cards.ts'
import { moveMoney } from './move-money.ts'
import { heldOf, heldOfAll } from './payment.ts'
import { paymentsOf, updatePayment, type PaymentRow } from './payment.repository.ts'
import type { ReturnedLine } from './payment.schema.ts'
import { piecesByLine } from './refund-line.repository.ts'
import { requireNotReturned, returnTold, type NamedReturn } from './returned-goods.ts'

interface Refunded {
  readonly orderId: string
  /** The card that it has gone onto, where that is a new one. */
  readonly issued: IssuedGiftCard | undefined
}

/**
 * Pays a received payment back, whole or a part; it is refunded when nothing is left.
 * @param amount in major units; all that is left where undefined, unless it is for goods that come back
 * @param lines the goods that come back with it, if any
 * @param expectedRefunded what the caller has seen that was paid back before, where they say so
 * @param ontoNewGiftCard not onto the gift card that it was received by, but onto one that is issued for it
 * @throws CommerceError Conflict where that is something else by now, or less is left, or the rest of the order is still to be received,
 *   where gift cards were issued for what goes back, and where the card that it goes onto is deactivated; BadRequest for a new card
 *   where it was received by none
 */
export async function refundPayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  { amount, reason, lines = [], expectedRefunded, restock = true, tillId, ontoNewGiftCard = false }: Refund,
): Promise<Refunded> {
  if (lines.length > 0 && amount === undefined) throw badRequest('field.required', 'is missing', 'amount')
  const { payment, order } = await openPayment(db, context, paymentId, 'refunded')
  if (ontoNewGiftCard && payment.gift_card_id === null) throw takesNoGiftCard('ontoNewGiftCard')
  // What of it is taxed how follows from all that was received before.
  const payments = await paymentsOf(db, order.id)
  requireNotPartlyPaid(order, payments)
  const currency = await getCurrency(db, order.currency_id)
  const { isoCode } = currency
  const left = heldOf(payment)
  const refund = amount === undefined ? left : toMinor(amount, isoCode)
  if (refund <= 0) throw badRequest('payment.refund-nothing', 'must be more than nothing', 'amount')
  if (refund > left) {
    throw conflict(
      'payment.refund',
      said`Only ${{ left: plainAmount(left, isoCode) }} of the payment is left to refund.`,
      'amount',
    )
  }
  const returned = lines.length > 0 ? await requireNotReturned(db, order.id, lines) : []
  if (expectedRefunded !== undefined && toMinor(expectedRefunded, isoCode) !== payment.refunded) {
    throw conflict(
      'payment.refunded-meanwhile',
      said`${{ refunded: plainAmount(payment.refunded, isoCode) }} of the payment has been paid back in the meantime`,
      'amount',
    )
  }
  await requireCardsPaidFor(db, order, heldOfAll(payments) - refund)
  // Before a gift card, as cancelling does: two who lock in different orders wait for each other.
  if (restock) await returnStock(db, context, order.id, piecesByLine(lines))
  const how = { amount: refund, currency, reason, tillId, ontoNewGiftCard, returned }
  const issued = await payBack(db, context, payment, how)
  await updateOrder(db, context, order)
  return { orderId: order.id, issued }
}

interface Refund {
  readonly amount?: number | undefined
  readonly reason: string | null
  readonly lines?: readonly ReturnedLine[] | undefined
  /** In major units. */
  readonly expectedRefunded?: number | undefined
  /** Whether the goods can be sold again; they can where nobody says otherwise. */
  readonly restock?: boolean | undefined
  /** The till that it comes out of. */
  readonly tillId?: string | null | undefined
  readonly ontoNewGiftCard?: boolean | undefined
}

/** How so much, in minor units, goes back. */
interface Back extends Pick<Refund, 'reason' | 'tillId' | 'ontoNewGiftCard'> {
  readonly amount: Minor
  readonly currency: Currency
  /** Of the new gift card, where it was printed before; else one is made. */
  readonly code?: string | null | undefined
  /** Pieces that come back with it, each line once. */
  readonly returned?: readonly NamedReturn[]
}

/**
 * Pays a part of what is held of a payment back, or all of it, keeps what came back with it, and writes both into the history of
 * the order.
 * @returns the gift card that it goes onto, where that is a new one
 * @throws CommerceError Conflict where it goes onto a gift card that is deactivated, or another card has the code; BadRequest for a
 *   code that no card may have
 */
export async function payBack(
  db: WriteDb,
  context: Context,
  payment: PaymentRow,
  { amount, code, currency, reason, tillId, ontoNewGiftCard = false, returned = [] }: Back,
): Promise<IssuedGiftCard | undefined> {
  const { gift_card_id: cardId, id: paymentId, order_id: orderId } = payment
  const state = amount === heldOf(payment) ? 'refunded' : 'partially_refunded'
  await updatePayment(db, payment, { state, refunded: payment.refunded + amount })
  const moved = await moveMoney(db, context, payment, { kind: 'refund', amount, currency, returned, tillId })
  const sold = { orderId, lineId: null }
  const issued = ontoNewGiftCard
    ? await issueForOrder(db, context, { amount, currency, code, sold, paymentId })
    : undefined
  const giftCard =
    issued?.giftCard.lastCharacters ??
    (cardId === null ? undefined : await giveBackToGiftCard(db, context, cardId, { amount, paymentId }))
  await recordEvent(db, context, orderId, 'payment.refunded', {
    ...moved,
    ...(giftCard !== undefined && { giftCard }),
    ...returnTold(returned),
    ...reasonOf(reason),
  })
  return issued
}
