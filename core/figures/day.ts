import type { ReadDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest } from '../kernel/errors.ts'
import { localDate, startOfDay } from '../kernel/time-zone.ts'
import type { Context } from '../operations/context.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import type { Currency } from '../stores/store.schema.ts'
import { requireKnownCurrency } from '../stores/store.ts'
import type { DayQuery } from './figures.schema.ts'

interface DayAskedFor {
  readonly store: StoreRecord
  readonly currency: Currency
  /** `2026-11-20` */
  readonly date: string
  readonly today: string
}

/**
 * Of which day figures are asked for, and in which currency: today and the store's first where nothing is said.
 * @throws CommerceError BadRequest for a day that there is not, and for a currency that is not the store's
 */
export async function dayAskedFor(
  db: ReadDb,
  { now, storeId }: Pick<Context, 'now' | 'storeId'>,
  query: DayQuery,
): Promise<DayAskedFor> {
  const store = await getStore(db, storeId)
  const currency =
    query.currency === undefined ? store.currencies[0] : requireKnownCurrency(store, query.currency)
  if (!currency) throw new Error(`The store ${storeId} takes no currency.`)
  const today = localDate(now, store.timeZone)
  return { store, currency, date: requireDay(query.date ?? today, 'date'), today }
}

/** @throws CommerceError BadRequest, naming the field, for a day that there is not */
export function requireDay(date: string, field: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date) || day.getUTCFullYear() < 1)
    throw badRequest('figures.date', 'must be a day that there is', field)
  return date
}

/** Between which moments days are, the last of them included: the first moment is of them, the second is not. */
export const momentsOf = (
  from: string,
  to: string,
  timeZone: string,
): readonly [from: string, until: string] => [
  timestamp(startOfDay(from, timeZone)),
  timestamp(startOfDay(to, timeZone, 1)),
]
