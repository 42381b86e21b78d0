import { orderAddressIn } from '../../customers/address.ts'
import type { WriteDb } from '../../database/engine.ts'
import { insertRow } from '../../database/queries/prepared.ts'
import { timestamp } from '../../kernel/clock.ts'
import { roundingInCash, smallestCoin } from '../../kernel/cash.ts'
import { badRequest, conflict, said } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { plainAmount, toMajor, toMinor, type Minor } from '../../kernel/money.ts'
import { requireTransition } from '../../kernel/transitions.ts'
import type { Context } from '../../operations/context.ts'
import { hashOfCode } from '../../gift-cards/gift-card-code.ts'
import {
  findGiftCardByCode,
  takeFromGiftCard,
  type GiftCardRow,
} from '../../gift-cards/gift-card.repository.ts'
import {
  isPaidByGiftCard,
  requireOfferedMethod,
  takesNoGiftCard,
} from '../../payment-methods/payment-method.repository.ts'
import { reasonOf } from '../order-event.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { recordEvent } from '../order-events.ts'
import { updateOrder, type OrderRow } from '../order.repository.ts'
import { moveOrder } from '../move-order.ts'
import { changeOf, paymentStates, paymentTransitions, type PaymentState } from './payment.ts'
import {
  getPaymentRow,
  isInCash,
  paymentsOf,
  updatePayment,
  type PaymentRow,
  lockOrderOfPayment,
} from './payment.repository.ts'
import { moveMoney } from './move-money.ts'
import { lastMoved } from './payment-transaction.repository.ts'
import type { CapturePaymentBody } from './payment.schema.ts'
import { getCurrency } from '../../stores/store.repository.ts'
import type { Currency } from '../../stores/store.schema.ts'

interface Opened {
  readonly payment: PaymentRow
  readonly order: OrderRow
}

/**
 * A payment that is to go into another state, and its order, which is locked.
 * @throws CommerceError NotFound; Conflict where it does not go there from the state that it is in
 */
export async function openPayment(
  db: WriteDb,
  { storeId }: Context,
  paymentId: string,
  to: PaymentState,
): Promise<Opened> {
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
 * Records that a payment has been received, or a part of it: the rest is then another payment of the order, which is still to be
 * received. Whatever it is received by, the order costs what was agreed. When nothing is left to receive, the order is paid.
 * @returns the order's id
 * @throws CommerceError NotFound; Conflict where it is not pending; BadRequest for more than it comes to, for a method that
 *   does not serve the order, for a part in cash that coins cannot pay, where less cash is given than is received, or any for a method
 *   that takes none, and for a gift card that is missing, not to be spent, or holds less
 */
export async function capturePayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  {
    amount: part,
    cashGiven = null,
    giftCardCode = null,
    paymentMethodId,
    tillId,
    transactionId = null,
  }: CapturePaymentBody,
): Promise<string> {
  const { payment: chosen, order } = await openPayment(db, context, paymentId, 'captured')
  const currency = await getCurrency(db, order.currency_id)
  const amount = part === undefined ? chosen.amount : requirePart(chosen, part, currency)
  const payment = await receivedBy(db, context, order, chosen, paymentMethodId)
  const received = { ...payment, amount }
  const others = (await paymentsOf(db, order.id)).filter(({ id }) => id !== chosen.id && id !== payment.id)
  const inCash = await isInCash(db, payment)
  if (inCash && amount < payment.amount) requireCoins(amount, currency)
  const giftCard = await cardToTakeFrom(db, received, giftCardCode, currency)
  const cash = cashGiven === null ? null : requireEnough(received, { cashGiven, inCash, currency })
  await updatePayment(db, payment, {
    state: 'captured',
    amount,
    transaction_id: transactionId ?? payment.transaction_id,
    cash_given: cash && cash.given,
    received_in_cash: Number(inCash),
    gift_card_id: giftCard?.id ?? null,
  })
  if (giftCard) {
    const written = (of: Minor): string => plainAmount(of, currency.isoCode)
    await takeFromGiftCard(db, context, giftCard, { amount, paymentId: payment.id }, written)
  }
  if (amount < payment.amount) {
    const rest = { ...chosen, amount: payment.amount - amount, fee: 0, fee_ppm: 0, fee_total: 0 }
    await insertRow(db, 'payments', { ...rest, id: newId(), created_at: timestamp(context.now) })
  }
  const after = await lastMoved(db, others)
  const moved = await moveMoney(db, context, received, { kind: 'capture', amount, currency, tillId, after })
  await recordEvent(db, context, order.id, 'payment.captured', {
    ...moved,
    ...(giftCard && { giftCard: giftCard.last_characters }),
    ...(cash && {
      cashGiven: toMajor(cash.given, currency.isoCode),
      cashChange: toMajor(cash.change, currency.isoCode),
    }),
    ...(transactionId === null ? {} : { transactionId }),
  })
  const isLast = amount === chosen.amount && others.every(({ state }) => state === 'captured')
  if (order.status === 'new' && isLast) {
    await moveOrder(db, context, order, 'paid')
    await recordEvent(db, context, order.id, 'order.paid')
  } else {
    await updateOrder(db, context, order)
  }
  return order.id
}

/** So much of a payment, in minor units. */
function requirePart(payment: PaymentRow, part: number, { isoCode }: Currency): Minor {
  const amount = toMinor(part, isoCode)
  if (amount <= 0) throw badRequest('payment.capture-nothing', 'must be more than nothing', 'amount')
  if (amount <= payment.amount) return amount
  const text = said`must be at most ${{ due: plainAmount(payment.amount, isoCode) }}`
  throw badRequest('payment.capture-too-much', text, 'amount')
}

/** That coins and notes can pay a part: what is rounded is the last of an order, and not each of however many. */
function requireCoins(part: Minor, { isoCode }: Currency): void {
  if (roundingInCash(part, isoCode) === 0) return
  const text = said`must be what coins pay, in steps of ${{ coin: plainAmount(smallestCoin(isoCode), isoCode) }}`
  throw badRequest('payment.part-not-in-coins', text, 'amount')
}

/** The gift card that a payment is taken off; undefined where its method redeems none, or nothing is to be paid. */
async function cardToTakeFrom(
  db: WriteDb,
  { amount, payment_method_id: methodId, store_id: storeId }: PaymentRow,
  code: string | null,
  { id: currencyId, isoCode }: Currency,
): Promise<GiftCardRow | undefined> {
  if (!(await isPaidByGiftCard(db, methodId))) {
    if (code === null) return undefined
    throw takesNoGiftCard('giftCardCode')
  }
  if (amount === 0) return undefined
  if (code === null) throw badRequest('field.required', 'is missing', 'giftCardCode')
  const card = await findGiftCardByCode(db, storeId, hashOfCode(code))
  if (!card) throw badRequest('gift-card.not-found', 'there is no such gift card', 'giftCardCode')
  if (card.currency_id === currencyId) return card
  const text = said`is in ${{ currency: card.isoCode }}, and ${{ due: isoCode }} is to be paid`
  throw badRequest('gift-card.currency', text, 'giftCardCode')
}

/** The payment by the method that it is received by, which takes its place where that is another than was chosen. */
async function receivedBy(
  db: WriteDb,
  context: Context,
  order: OrderRow,
  chosen: PaymentRow,
  methodId = chosen.payment_method_id,
): Promise<PaymentRow> {
  if (methodId === chosen.payment_method_id) return chosen
  const bill = orderAddressIn(order.billing_address)
  const methodName = await requireOfferedMethod(db, order.store_id, methodId, bill?.country_id ?? '')
  await giveUp(db, context, chosen, { cause: 'replaced' })
  const payment: PaymentRow = {
    ...chosen,
    id: newId(),
    payment_method_id: methodId,
    payment_method_name: methodName,
    created_at: timestamp(context.now),
  }
  await insertRow(db, 'payments', payment)
  return payment
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
 * @throws CommerceError NotFound; Conflict where it is not pending, or is the rest of what has been received in part
 */
export async function voidPayment(
  db: WriteDb,
  context: Context,
  paymentId: string,
  reason: string | null,
): Promise<string> {
  const { payment, order } = await openPayment(db, context, paymentId, 'voided')
  requireNotPartlyPaid(order, await paymentsOf(db, order.id))
  await giveUp(db, context, payment, reasonOf(reason))
  await updateOrder(db, context, order)
  return order.id
}

/** Voids a payment that has not been received, and writes it into the history of its order. */
export async function giveUp(
  db: WriteDb,
  context: Context,
  payment: PaymentRow,
  why: Pick<EventDetails, 'cause' | 'reason'>,
): Promise<void> {
  await updatePayment(db, payment, { state: 'voided' })
  const method = payment.payment_method_name
  await recordEvent(db, context, payment.order_id, 'payment.voided', { method, ...why })
}

/** @throws CommerceError Conflict where a part of the order has been received, and the rest is still to be */
export function requireNotPartlyPaid(
  { order_number: orderNumber }: OrderRow,
  payments: readonly PaymentRow[],
): void {
  if (payments.length < 2 || payments.every(({ state }) => state !== 'pending')) return
  throw conflict(
    'order.partly-paid',
    said`A part of the order ${{ orderNumber }} has been received: receive the rest, or cancel the order.`,
  )
}
