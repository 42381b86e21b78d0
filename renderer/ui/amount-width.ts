/** In digits: room for `1.234,50 €`, so that columns of usual amounts are alike and never move. */
const LEAST = 10

/**
 * How wide a column of amounts has to be for the longest of them to stand on one line, its padding of 1 rem included; a
 * digit is as wide as any other, what stands between them half of that.
 * @returns a width of CSS, in the font of the amounts
 */
export function amountWidth(amounts: readonly string[]): string {
  const digits = amounts.map((amount) => amount.length + 1 - amount.replaceAll(/[^\s.,’]/g, '').length / 2)
  return `calc(${Math.max(LEAST, ...digits)}ch + 1rem)`
}
