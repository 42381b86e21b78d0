import { minorDigits } from './format.ts'

/** What a price without tax is with it, rounded once, half away from zero, to the minor unit: as it is charged. */
export function withTax(net: number, rate: number, currency: string): number {
  const { minor, ppm, scale } = exact(net, rate, currency)
  return (minor + share(minor, ppm)) / scale
}

/** The price without tax that comes back to the given one with it, or the nearest where none does. */
export function withoutTax(gross: number, rate: number, currency: string): number {
  const { minor, ppm, scale } = exact(gross, rate, currency)
  const near = Math.round(minor / (1 + ppm / MILLION))
  return ([near, near - 1, near + 1].find((net) => net + share(net, ppm) === minor) ?? near) / scale
}

const MILLION = 1_000_000

/** In whole numbers: minor units and millionths. */
function exact(amount: number, rate: number, currency: string) {
  const scale = 10 ** minorDigits(currency)
  return { minor: Math.round(amount * scale), ppm: Math.round(rate * MILLION), scale }
}

/** The part of an amount that a rate is: both are never negative. */
const share = (minor: number, ppm: number): number =>
  Number((BigInt(minor) * BigInt(ppm) + BigInt(MILLION / 2)) / BigInt(MILLION))
