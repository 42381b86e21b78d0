import { numberFormat } from '../../ui/intl.ts'
/** How long access tokens may live, to choose from; in seconds. */
export const TOKEN_LIVES = [300, 3600, 86_400, 30 * 86_400] as const

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A time in the largest unit that says it whole: 300 → `5 minutes`. */
export function formatSeconds(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
