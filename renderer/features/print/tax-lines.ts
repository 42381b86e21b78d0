import type { TaxedAmount } from '../../api/orders.ts'
import { toMajor, toMinor } from '../../ui/format.ts'

/** What of money was taxed at one rate, in major units: `net` + `tax` = `gross`. */
export interface TaxLine {
  /** A fraction. */
  readonly rate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

export interface TaxLines {
  /** Highest rate first. */
  readonly rates: readonly TaxLine[]
  /** What has no tax of its own: the fee of the payment, less what was off the order as a whole. */
  readonly untaxed: number
  /** All of it. */
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/** The tax of an order, or of what was paid back of it, as the core has reckoned it. */
export const taxLinesOf = (
  {
    amount,
    tax,
    taxes,
  }: { readonly amount: number; readonly tax: number; readonly taxes: readonly TaxedAmount[] },
  isoCode: string,
): TaxLines => ({
  rates: taxes.flatMap((part) =>
    part.rate === null ? [] : [{ rate: part.rate, net: part.withoutTax, tax: part.tax, gross: part.amount }],
  ),
  untaxed: taxes.find(({ rate }) => rate === null)?.amount ?? 0,
  net: toMajor(toMinor(amount, isoCode) - toMinor(tax, isoCode), isoCode),
  tax,
  gross: amount,
})
