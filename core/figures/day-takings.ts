import type { ReadDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { sumPaymentTransactions } from '../orders/payments/payment-transaction.repository.ts'
import { dayAskedFor, momentsOf } from './day.ts'
import type { DayTakings, TakingsQuery } from './figures.schema.ts'
import { methodNames, takingsView } from './takings.ts'

/**
 * What came and went on a day in one currency, by payment method, whenever its orders were placed. It reads the transactions
 * of that day, however many there are besides.
 * @param query the day, `2026-11-20`, today where not given; the currency, the store's first where not given; the culture in which
 *   methods are named, as the shop calls them where not given
 * @throws CommerceError BadRequest for a day that there is not, and for a currency that is not the store's
 */
export async function getDayTakings(db: ReadDb, context: Context, query: TakingsQuery): Promise<DayTakings> {
  const { store, currency, date } = await dayAskedFor(db, context, query)
  const moments = momentsOf(date, date, store.timeZone)
  const takings = await sumPaymentTransactions(db, store.id, currency.id, moments)
  const names = await methodNames(db, store, takings, query.cultureCode)
  const { isoCode } = currency
  return { date, currency: isoCode, ...takingsView(takings, { isoCode, names }) }
}
