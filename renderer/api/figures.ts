import type { DayFigures } from '../../core/figures/figures.schema.ts'
import { get } from './client.ts'

export type { DayFigures } from '../../core/figures/figures.schema.ts'

/** Today's figures in a currency, beside those of the same day a week before. */
export function getDayFigures(currency: string, signal?: AbortSignal): Promise<DayFigures> {
  return get('/figures/day', { currency }, signal)
}
