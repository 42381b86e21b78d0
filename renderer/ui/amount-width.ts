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

/**
 * How wide columns of prices have to be for the longest of what lines and their units cost, undiscounted ones too, to stand
 * on one line. Reckoned with what stands between digits as half as wide as they are.
 */
export function amountColumns(
  lines: readonly DiscountedLine[],
  currency: string,
  culture: string,
): AmountColumns {
  const amounts = lines.flatMap((line) => [line.total, priceBefore(line, currency)])
  const texts = amounts.map((amount) => formatMoney(amount, currency, culture))
  const digits = texts.map((text) => text.length + 1 - text.replaceAll(/[^\s.,’]/g, '').length / 2)
  const widest = Math.max(LEAST, ...digits)
  return { width: `calc(${widest}ch + 1rem)`, areLong: widest > LONG }
}
