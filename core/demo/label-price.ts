import { share, toMinor, type Minor, type Ppm } from '../kernel/money.ts'
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

/** The amount that comes back to the given one when its tax is added, where there is such an amount. */
export function withoutTax(gross: Minor, taxRate: Ppm): Minor {
  const near = Math.round(gross / (1 + taxRate / 1_000_000))
  return [near, near - 1, near + 1].find((net) => net + share(net, taxRate) === gross) ?? near
}
