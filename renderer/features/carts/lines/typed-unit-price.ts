import type { CartLine } from '../../../api/carts.ts'
import { priceBefore } from '../../../ui/discounts.ts'
import { parseAmount } from '../../../ui/format.ts'
import { parsePercent } from '../../../ui/percent.ts'
import { partOf, withoutTax } from '../../../ui/tax.ts'

/**
 * What is typed as the price of one: an amount with tax, or so many per cent off what it costs before discounts.
 * @returns major units without tax, the nearest where none comes to it with tax; undefined where it is neither
 */
export function typedUnitPrice(
  text: string,
  line: CartLine,
  currency: string,
  culture: string,
): number | undefined {
  const off = /[%٪]\s*$/u.test(text.normalize('NFKC'))
    ? parsePercent(text.replace(/^\s*[-−]\s*/u, ''), culture)
    : undefined
  const gross =
    off === undefined
      ? parseAmount(text, currency, culture)
      : partOf(priceBefore(line, currency), 1 - off, currency)
  return gross === undefined ? undefined : withoutTax(gross, line.taxRate, currency)
}
