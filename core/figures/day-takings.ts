import type { ReadDb } from '../database/engine.ts'
import { toMajor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { sumPaymentTransactions, type Taking } from '../orders/payments/payment-transaction.repository.ts'
import { dayAskedFor, momentsOf } from './day.ts'
import type { DayQuery, DayTakings } from './figures.schema.ts'

type Moved = Pick<Taking, 'received' | 'refunded' | 'cashRounding'>

/**
 * What came and went on a day in one currency, by payment method, whenever its orders were placed. It reads the transactions
 * of that day, however many there are besides.
 * @param query the day, `2026-11-20`, today where not given; the currency, the store's first where not given
 * @throws CommerceError BadRequest for a day that there is not, and for a currency that is not the store's
 */
export async function getDayTakings(db: ReadDb, context: Context, query: DayQuery): Promise<DayTakings> {
  const { store, currency, date } = await dayAskedFor(db, context, query)
  const { id: currencyId, isoCode } = currency
  const takings = await sumPaymentTransactions(db, store.id, currencyId, momentsOf(date, store.timeZone))
  const sumOf = (part: keyof Moved): Minor => takings.reduce((sum, taking) => sum + taking[part], 0)
  const view = ({ received, refunded, cashRounding }: Moved) => ({
    received: toMajor(received, isoCode),
    refunded: toMajor(refunded, isoCode),
    net: toMajor(received - refunded, isoCode),
    cashRounding: toMajor(cashRounding, isoCode),
  })
  return {
    date,
    currency: isoCode,
    ...view({
      received: sumOf('received'),
      refunded: sumOf('refunded'),
      cashRounding: sumOf('cashRounding'),
    }),
    takings: takings.map(({ name, paymentMethodId, ...moved }) => ({
      paymentMethodId,
      name,
      ...view(moved),
    })),
  }
}
