import { toMinor, type Minor, type Ppm } from '../kernel/money.ts'
import { withoutTax } from '../pricing/without-tax.ts'
import type { Pricing } from './demo-shop.ts'

/**
 * The unit price without tax behind a label.
 * @param written the shop's one written price, in major units
 * @param factor what options and price groups make of it; a price that nothing changes stays as it is written
 */
export function netPrice(
  pricing: Pricing,
  written: number,
  factor: number,
  currency: string,
  taxRate: Ppm,
): Minor {
  const amount = written * factor * (pricing.rates[currency] ?? 1)
  const shown = toMinor(amount === written ? written : pricing.label(amount, currency), currency)
  return pricing.includesTax ? withoutTax(shown, taxRate) : shown
}
