import type { DayFigures, DayTakings, PeriodFigures, PeriodQuery } from '../../core/figures/figures.schema.ts'
import { get } from './client.ts'

export type { DayFigures, DayTakings, PeriodFigures } from '../../core/figures/figures.schema.ts'

/** Today's figures in a currency, beside those of the same day a week before. */
export function getDayFigures(currency: string, signal?: AbortSignal): Promise<DayFigures> {
  return get('/figures/day', { currency }, signal)
}

/**
 * What a day took in a currency, by payment method, named in a culture.
 * @param query its date is `2026-11-20`; today where undefined
 */
export function getDayTakings(
  query: { currency: string; cultureCode: string; date: string | undefined },
  signal?: AbortSignal,
): Promise<DayTakings> {
  return get('/figures/takings', query, signal)
}

/** What a period took, by payment method and by tax rate, on the whole and day by day; of at most a year. */
export function getPeriodFigures(
  wanted: Required<PeriodQuery>,
  signal?: AbortSignal,
): Promise<PeriodFigures> {
  return get('/figures/period', wanted, signal)
}
