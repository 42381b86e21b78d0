import type { WriteDb } from '../../database/engine.ts'
import { badRequest, conflict, said } from '../../kernel/errors.ts'
import { plainAmount, toMajor, toMinor, type Minor } from '../../kernel/money.ts'
import { requireTransition } from '../../kernel/transitions.ts'
import type { Context } from '../../operations/context.ts'
import { reasonOf } from '../order-event.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { recordEvent } from '../order-events.ts'
import { updateOrder, type OrderRow } from '../order.repository.ts'
import { moveOrder } from '../move-order.ts'
import { changeOf, heldOf, paymentStates, paymentTransitions, type PaymentState } from './payment.ts'
import {
  getPaymentRow,
  isInCash,
  paymentsOf,
  updatePayment,
  type PaymentRow,
  lockOrderOfPayment,
} from './payment.repository.ts'
import { moveMoney } from './move-money.ts'
import type { CapturePaymentBody, ReturnedLine } from './payment.schema.ts'
import { requireNotReturned } from './returned-goods.ts'
import { getCurrency } from '../../stores/store.repository.ts'
import type { Currency } from '../../stores/store.schema.ts'

interface Opened {
  readonly payment: PaymentRow
  readonly order: OrderRow
}

async function open(db: WriteDb, { storeId }: Context, paymentId: string, to: PaymentState): Promise<Opened> {
  const order = await lockOrderOfPayment(db, storeId, paymentId)
  const payment = await getPaymentRow(db, storeId, paymentId)
  requireTransition(
    paymentTransitions,
    payment.state,
    to,
    (from) => said`The payment is in the state "${{ state: paymentStates[from] }}".`,
    'payment.state',
  )
  return { payment, order }
}

/**
 * Records that a payment has been received. When nothing is left to receive, the order is paid.
 * @returns the order's id
 * @throws CommerceError NotFound; Conflict where it is not pending; BadRequest where less cash is given than the payment
 *   comes to, or any for a method that takes none
 */
export async function capturePayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  { transactionId = null, cashGiven = null, tillId }: CapturePaymentBody,
): Promise<string> {
  const { payment, order } = await open(db, context, paymentId, 'captured')
  const currency = await getCurrency(db, order.currency_id)
  const inCash = await isInCash(db, payment)
  const cash = cashGiven === null ? null : requireEnough(payment, { cashGiven, inCash, currency })
  await updatePayment(db, payment, {
    state: 'captured',
    transaction_id: transactionId ?? payment.transaction_id,
    cash_given: cash && cash.given,
    received_in_cash: Number(inCash),
  })
  const moved = await moveMoney(db, context, payment, {
    kind: 'capture',
    amount: payment.amount,
    currency,
    tillId,
  })
  await recordEvent(db, context, order.id, 'payment.captured', {
    ...moved,
    ...(cash && {
      cashGiven: toMajor(cash.given, currency.isoCode),
      cashChange: toMajor(cash.change, currency.isoCode),
    }),
    ...(transactionId === null ? {} : { transactionId }),
  })
  const payments = await paymentsOf(db, order.id)
  if (order.status === 'new' && payments.every(({ state }) => state === 'captured')) {
    await moveOrder(db, context, order, 'paid')
    await recordEvent(db, context, order.id, 'order.paid')
  } else {
    await updateOrder(db, context, order)
  }
  return order.id
}

/** What is handed over in coins and notes, which is to be enough, and what goes back of it. */
function requireEnough(
  payment: PaymentRow,
  {
    cashGiven,
    inCash,
    currency: { isoCode },
  }: { readonly cashGiven: number; readonly inCash: boolean; readonly currency: Currency },
): { given: Minor; change: Minor } {
  if (!inCash) {
    throw badRequest('payment.takes-no-cash', 'is for a payment method that takes cash', 'cashGiven')
  }
  const given = toMinor(cashGiven, isoCode)
  const change = changeOf(given, payment.amount, isoCode)
  if (change >= 0) return { given, change }
  const text = said`must be at least ${{ due: plainAmount(given - change, isoCode) }}`
  throw badRequest('payment.cash-short', text, 'cashGiven')
}

/**
 * Gives a payment up that has not been received; the order can then be paid another way.
 * @returns the order's id
 */
export async function voidPayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  reason: string | null,
): Promise<string> {
  const { payment, order } = await open(db, context, paymentId, 'voided')
  await updatePayment(db, payment, { state: 'voided' })
  await updateOrder(db, context, order)
  const method = payment.payment_method_name
  await recordEvent(db, context, order.id, 'payment.voided', { method, ...reasonOf(reason) })
  return order.id
}

/**
 * Pays a received payment back, whole or a part; it is refunded when nothing is left.
 * @param amount in major units; all that is left where undefined, unless it is for goods that come back
 * @param lines the goods that come back with it, if any
 * @param expectedRefunded what the caller has seen that was paid back before, where they say so
 * @returns the order's id
 * @throws CommerceError Conflict where that is something else by now, or less is left
 */
export async function refundPayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  { amount, reason, lines = [], expectedRefunded, tillId }: Refund,
): Promise<string> {
  if (lines.length > 0 && amount === undefined) throw badRequest('field.required', 'is missing', 'amount')
  const { payment, order } = await open(db, context, paymentId, 'refunded')
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
  const returned = lines.length > 0 ? { lines: await requireNotReturned(db, order.id, lines) } : {}
  if (expectedRefunded !== undefined && toMinor(expectedRefunded, isoCode) !== payment.refunded) {
    throw conflict(
      'payment.refunded-meanwhile',
      said`${{ refunded: plainAmount(payment.refunded, isoCode) }} of the payment has been paid back in the meantime`,
      'amount',
    )
  }
  await payBack(db, context, payment, { amount: refund, currency, reason, tillId, ...returned })
  await updateOrder(db, context, order)
  return order.id
}

interface Refund {
  readonly amount?: number | undefined
  readonly reason: string | null
  readonly lines?: readonly ReturnedLine[] | undefined
  /** In major units. */
  readonly expectedRefunded?: number | undefined
  /** The till that it comes out of. */
  readonly tillId?: string | null | undefined
}

/**
 * Pays a part of what is held of a payment back, or all of it, and writes it into the history of the order.
 * @param amount in minor units
 */
export async function payBack(
  db: WriteDb,
  context: Context,
  payment: PaymentRow,
  {
    amount,
    currency,
    reason,
    tillId,
    ...returned
  }: { amount: Minor; currency: Currency } & Pick<Refund, 'reason' | 'tillId'> & Pick<EventDetails, 'lines'>,
): Promise<void> {
  const state = amount === heldOf(payment) ? 'refunded' : 'partially_refunded'
  await updatePayment(db, payment, { state, refunded: payment.refunded + amount })
  const moved = await moveMoney(db, context, payment, { kind: 'refund', amount, currency, tillId })
  await recordEvent(db, context, payment.order_id, 'payment.refunded', {
    ...moved,
    ...returned,
    ...reasonOf(reason),
  })
}
