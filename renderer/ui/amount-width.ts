import { priceBefore, type DiscountedLine } from './discounts.ts'
import { formatMoney } from './format.ts'

/** In digits: room for `1.234,50 €`, so that columns of usual amounts are alike and never move. */
const LEAST = 10

/** From here on amounts take so much that goods have too little room beside two columns of them. */
const LONG = 12

export interface AmountColumns {
  /** A width of CSS, in the font of the amounts, the padding of 1 rem included. */
  readonly width: string
  readonly areLong: boolean
}

/** How wide the longest of amounts is, as they are written: what stands between digits is half as wide as they are. */
const digitsOf = (texts: readonly string[]): number =>
  Math.max(LEAST, ...texts.map((text) => text.length + 1 - text.replaceAll(/[^\s.,’]/g, '').length / 2))

/** A digit of an amount in a list, and the padding of its column, in rem: the head of a column has smaller letters. */
const DIGIT = 0.56
const PADDING = 1.75

/** How wide a column of a list is at the least, for each of its amounts to stand on one line. */
export const leastWidth = (texts: readonly string[]): string => `${digitsOf(texts) * DIGIT + PADDING}rem`

/**
 * How wide columns of prices have to be for the longest of what lines and their units cost, undiscounted ones too, to stand
 * on one line.
 */
export function amountColumns(
  lines: readonly DiscountedLine[],
  currency: string,
  culture: string,
): AmountColumns {
  const amounts = lines.flatMap((line) => [line.total, priceBefore(line, currency)])
  const widest = digitsOf(amounts.map((amount) => formatMoney(amount, currency, culture)))
  return { width: `calc(${widest}ch + 1rem)`, areLong: widest > LONG }
}
