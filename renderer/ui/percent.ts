import { withLatinDigits } from './format.ts'
import { numberFormat } from './intl.ts'

/** A fraction as a person writes it without the sign: 0.255 → `25,5`. */
export const formatPercent = (rate: number, culture: string): string =>
  numberFormat(culture, { maximumFractionDigits: 4, useGrouping: false }).format(rate * 100)

/**
 * A percentage as a person writes it in the culture, in its own digits or in those of any keyboard.
 * @returns a fraction of 0 to 1; undefined where the text is no such percentage
 */
export function parsePercent(text: string, culture: string): number | undefined {
  const typed = withLatinDigits(text, culture)
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*[%٪]?$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  const rate = Number(`${whole}${fraction.padEnd(4, '0')}`) / 1_000_000
  return rate <= 1 ? rate : undefined
}
