import { formatMoney, toMajor, toMinor } from './format.ts'

/** What a price without tax is with it, rounded once, half away from zero, to the minor unit: as it is charged. */
export const withTax = (net: number, rate: number, currency: string): number =>
  toMajor(minorWithTax(net, rate, currency), currency)

/** The same in minor units, for whoever goes on reckoning. */
export function minorWithTax(net: number, rate: number, currency: string): number {
  const { minor, ppm } = exact(net, rate, currency)
  return minor + share(minor, ppm)
}

/** What goods cost that are in no cart yet, with tax, as a culture writes it. */
export const shelfPrice = (
  {
    currency,
    price,
    taxRate,
  }: { readonly price: number; readonly taxRate: number; readonly currency: string },
  culture: string,
): string => formatMoney(withTax(price, taxRate, currency), currency, culture)

/** The price without tax that comes back to the given one with it, or the nearest where none does. */
export function withoutTax(gross: number, rate: number, currency: string): number {
  const { minor, ppm } = exact(gross, rate, currency)
  const near = Math.round(minor / (1 + ppm / MILLION))
  const net = [near, near - 1, near + 1].find((each) => each + share(each, ppm) === minor) ?? near
  return toMajor(net, currency)
}

/** So much of an amount as a rate is, rounded once, half away from zero, to the minor unit: half of 0.29 is 0.15. */
export function partOf(amount: number, rate: number, currency: string): number {
  const { minor, ppm } = exact(amount, rate, currency)
  return toMajor(share(minor, ppm), currency)
}

const MILLION = 1_000_000

/** In whole numbers: minor units and millionths. */
const exact = (amount: number, rate: number, currency: string) => ({
  minor: toMinor(amount, currency),
  ppm: Math.round(rate * MILLION),
})

/** The part of an amount that a rate is: both are never negative. */
const share = (minor: number, ppm: number): number =>
  Number((BigInt(minor) * BigInt(ppm) + BigInt(MILLION / 2)) / BigInt(MILLION))
