import { priceBefore, type DiscountedLine } from './discounts.ts'
import { formatMoney } from './format.ts'

/** In digits: room for `1.234,50 €`, so that columns of usual amounts are alike and never move. */
const LEAST = 10

/**
 * How wide columns of prices have to be for the longest of what lines and their units cost, undiscounted ones too, to stand
 * on one line, the padding of 1 rem included. Reckoned with what stands between digits as half as wide as they are.
 * @returns a width of CSS, in the font of the amounts
 */
export function amountWidth(lines: readonly DiscountedLine[], currency: string, culture: string): string {
  const amounts = lines.flatMap((line) => [line.total, priceBefore(line, currency)])
  const texts = amounts.map((amount) => formatMoney(amount, currency, culture))
  const digits = texts.map((text) => text.length + 1 - text.replaceAll(/[^\s.,’]/g, '').length / 2)
  return `calc(${Math.max(LEAST, ...digits)}ch + 1rem)`
}
