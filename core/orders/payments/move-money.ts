import type { WriteDb } from '../../database/engine.ts'
import { roundingInCash } from '../../kernel/cash.ts'
import { toMajor } from '../../kernel/money.ts'
import type { Context } from '../../operations/context.ts'
import type { Currency } from '../../stores/store.schema.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { requireOpenTill } from '../../tills/till.repository.ts'
import {
  nextRefundPlace,
  recordPaymentTransaction,
  type PaymentTransaction,
} from './payment-transaction.repository.ts'
import { isInCash, type PaymentRow } from './payment.repository.ts'

/**
 * Keeps that money of a payment came or went, among what its day took. What goes back of it in coins and notes, in however
 * many parts, is what came in them.
 * @param payment as it was before; its order is locked
 * @param tillId the till that it goes into or comes out of, where it is in coins and notes
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
    tillId,
  }: Pick<PaymentTransaction, 'amount' | 'kind' | 'tillId'> & {
    currency: Currency
    after?: Date | undefined
  },
): Promise<MoneyTold> {
  const till = await requireOpenTill(db, context.storeId, tillId)
  const inCash = await isInCash(db, payment)
  const cashRounding = inCash ? roundingInCash(amount, isoCode, kind === 'refund' ? payment.refunded : 0) : 0
  const now = after && after >= context.now ? new Date(after.getTime() + 1) : context.now
  await recordPaymentTransaction(db, now, payment, {
    kind,
    refundPlace:
      kind === 'refund' ? await nextRefundPlace(db, payment.store_id, payment.order_id) : undefined,
    currencyId: id,
    amount,
    cashRounding,
    isInTill: inCash,
    tillId: till?.id,
  })
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
