import type { WriteDb } from '../../database/engine.ts'
import { roundingInCash } from '../../kernel/cash.ts'
import { toMajor } from '../../kernel/money.ts'
import type { Context } from '../../operations/context.ts'
import type { Currency } from '../../stores/store.schema.ts'
import { drawerDue } from '../../tills/drawer-due.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { requireOpenTill } from '../../tills/till.repository.ts'
import {
  nextRefundPlace,
  recordPaymentTransaction,
  type PaymentTransaction,
} from './payment-transaction.repository.ts'
import { isInCash, type PaymentRow } from './payment.repository.ts'
import type { ReturnedLine } from './payment.schema.ts'
import { recordRefundLines } from './refund-line.repository.ts'

/**
 * Keeps that money of a payment came or went, among what its day took, and what came back with it. What goes back of it in coins
 * and notes, in however many parts, is what came in them.
 * @param payment as it was before; its order is locked
 * @param tillId the till that it goes into or comes out of, where it is in coins and notes
 * @param returned the pieces that came back with a refund, each line once
 * @param after the moment at which money of the order came before, if any: by the clock of this desk that may be to come
 * @throws CommerceError BadRequest for a till that there is not, or that is retired
 * @returns what the history says of it
 */
export async function moveMoney(
  db: WriteDb,
  context: Context,
  payment: PaymentRow,
  {
    after,
    amount,
    currency: { id, isoCode },
    kind,
    returned = [],
    tillId,
  }: Pick<PaymentTransaction, 'amount' | 'kind' | 'tillId'> & {
    currency: Currency
    returned?: readonly ReturnedLine[]
    after?: Date | undefined
  },
): Promise<MoneyTold> {
  const till = await requireOpenTill(db, context.storeId, tillId)
  const inCash = await isInCash(db, payment)
  const cashRounding = inCash ? roundingInCash(amount, isoCode, kind === 'refund' ? payment.refunded : 0) : 0
  const now = after && after >= context.now ? new Date(after.getTime() + 1) : context.now
  const { order_id: orderId, store_id: storeId } = payment
  const refundPlace = kind === 'refund' ? await nextRefundPlace(db, storeId, orderId) : undefined
  await recordPaymentTransaction(db, now, payment, {
    kind,
    refundPlace,
    currencyId: id,
    amount,
    cashRounding,
    isInTill: inCash,
    tillId: till?.id,
  })
  if (refundPlace !== undefined) await recordRefundLines(db, { orderId, place: refundPlace }, returned)
  if (inCash && amount + cashRounding !== 0) context.changes.push(...drawerDue(context, payment.order_id))
  return moneyTold(payment.payment_method_name, { amount, cashRounding }, isoCode)
}

type MoneyTold = Pick<EventDetails, 'amount' | 'currency' | 'method' | 'cash'>

/** What a history says of money that came or went. */
export const moneyTold = (
  method: string,
  { amount, cashRounding }: Pick<PaymentTransaction, 'amount' | 'cashRounding'>,
  isoCode: string,
): MoneyTold => ({
  amount: toMajor(amount, isoCode),
  currency: isoCode,
  method,
  ...(cashRounding === 0 ? {} : { cash: toMajor(amount + cashRounding, isoCode) }),
})
