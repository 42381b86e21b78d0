import { setImmediate } from 'node:timers/promises'
import type { Engine } from '../database/engine.ts'
import type { Cursor } from '../kernel/cursor.ts'
import { badRequest } from '../kernel/errors.ts'
import { localDate } from '../kernel/time-zone.ts'
import type { Context } from '../operations/context.ts'
import type { Taking } from '../orders/payments/payment-transaction.repository.ts'
import { sumParts, type TaxedPart } from '../orders/payments/taxed-money.ts'
import { viewTaxes } from '../orders/payments/transaction-view.ts'
import { listTaxedTransactions, type TaxedTransaction } from '../orders/payments/taxed-transactions.ts'
import { dayAskedFor, momentsOf, requireDay } from './day.ts'
import type { PeriodFigures, PeriodQuery } from './figures.schema.ts'
import { methodNames, sumTakings, takingsView } from './takings.ts'

/** Transactions that are read in one turn of the event loop: whoever sells meanwhile does not wait for all. */
const CHUNK = 100
const DAY = 86_400_000
/** Of a year, a leap one too. */
const MOST_DAYS = 366

/**
 * What came and went in a period in one currency, by payment method and by tax rate, on the whole and on each of its days.
 * It reads the transactions of those days, however many there are besides, a few in each turn of the event loop.
 * @param query the first and the last day; the currency, the store's first where not given; the culture in which methods are
 *   named, as the shop calls them where not given
 * @param isGone whether nobody waits for it any more: then it ends, with what it has
 * @throws CommerceError BadRequest for a day that there is not, an end before the beginning, more than a year, and a currency
 *   that is not the store's
 */
export async function getPeriodFigures(
  database: Pick<Engine, 'read'>,
  context: Pick<Context, 'now' | 'storeId'>,
  query: PeriodQuery,
  isGone: () => boolean,
): Promise<PeriodFigures> {
  const { storeId } = context
  const { from, to } = requirePeriod(query)
  const { currency, store } = await database.read(
    async (db) => dayAskedFor(db, context, { currency: query.currency }),
    storeId,
  )
  const { isoCode } = currency
  const [first, end] = momentsOf(from, to, store.timeZone)
  const wanted = { storeId, currencyId: currency.id, from: first, until: end }
  const days = new Map<string, Taken>()
  let after: Cursor | undefined
  do {
    const page = { limit: CHUNK, after }
    const { next, rows } = await database.read(async (db) => listTaxedTransactions(db, wanted, page), storeId)
    const byDay = Map.groupBy(rows, (row) => localDate(new Date(row.date), store.timeZone))
    for (const [date, moved] of byDay)
      days.set(date, sumTaken([days.get(date) ?? NOTHING, ...moved.map(takenOf)]))
    after = next
    await setImmediate()
  } while (after !== undefined && !isGone())
  const whole = sumTaken([...days.values()])
  const names = await database.read(
    async (db) => methodNames(db, store, whole.takings, query.cultureCode),
    storeId,
  )
  const view = (taken: Taken) => viewTaken(taken, { isoCode, names })
  return {
    from,
    to,
    currency: isoCode,
    ...view(whole),
    days: [...days].map(([date, taken]) => ({ date, ...view(taken) })),
  }
}

function requirePeriod({ from, to }: PeriodQuery): { readonly from: string; readonly to: string } {
  const first = Date.parse(requireDay(from, 'from'))
  const days = (Date.parse(requireDay(to, 'to')) - first) / DAY
  if (days < 0) throw badRequest('figures.period', 'must not be before the first day', 'to')
  if (days >= MOST_DAYS)
    throw badRequest('figures.period-long', 'must be at most a year after the first day', 'to')
  return { from, to }
}

/** What came and went, by payment method and by tax rate. */
interface Taken {
  readonly takings: readonly Taking[]
  readonly parts: readonly TaxedPart[]
}

const NOTHING: Taken = { takings: [], parts: [] }

function takenOf({ amount, cashRounding, kind, parts, ...method }: TaxedTransaction): Taken {
  const { paymentMethod: name, paymentMethodId } = method
  const handed = amount + cashRounding
  return kind === 'capture'
    ? { takings: [{ paymentMethodId, name, received: handed, refunded: 0, cashRounding }], parts }
    : {
        takings: [{ paymentMethodId, name, received: 0, refunded: handed, cashRounding: -cashRounding }],
        parts: parts.map((part) => ({ ...part, amount: -part.amount, tax: -part.tax })),
      }
}

const sumTaken = (taken: readonly Taken[]): Taken => ({
  takings: sumTakings(taken.flatMap(({ takings }) => takings)),
  parts: sumParts(taken.flatMap(({ parts }) => parts)),
})

const viewTaken = ({ parts, takings }: Taken, words: Parameters<typeof takingsView>[1]) => ({
  ...takingsView(takings, words),
  ...viewTaxes(parts, words.isoCode),
})
