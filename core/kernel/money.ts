/**
 * Money inside the core: whole numbers of minor units (cents), never fractions. Rates are whole millionths,
 * so 25 % is 250 000. On the wire both are JSON numbers in major units and fractions.
 */
export type Minor = number
export type Ppm = number

const million = 1_000_000
const digitsOf = new Map<string, number>()

/** Decimals of a currency's minor unit: EUR 2, JPY 0, KWD 3. */
export function minorDigits(currency: string): number {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    digitsOf.set(currency, digits)
  }
  return digits
}

/** Major units as they are sent (12.5 EUR) to minor units (1250), rounded half away from zero. */
export const toMinor = (amount: number, currency: string): Minor => scale(amount, minorDigits(currency))

/** Minor units to the number that is sent; correctly rounded, because both operands are exact. */
export const toMajor = (minor: Minor, currency: string): number => minor / 10 ** minorDigits(currency)

/** An amount as histories say it, whoever reads them: `460.60 EUR`. */
export const plainAmount = (minor: Minor, currency: string): string =>
  `${toMajor(minor, currency).toFixed(minorDigits(currency))} ${currency}`

/** A fraction as it is sent (0.25) to millionths (250 000). */
export const toPpm = (rate: number): Ppm => scale(rate, 6)

export const toRate = (ppm: Ppm): number => ppm / million

/** A rate as histories say it, whoever reads them: `7 %`. */
export const plainRate = (ppm: Ppm): string => `${ppm / 10_000} %`

/** The share of an amount that a rate is, rounded once, half away from zero: the only place money is rounded. */
export function share(minor: Minor, rate: Ppm): Minor {
  const product = minor * rate
  if (Number.isSafeInteger(product)) {
    const quotient = Math.trunc(product / million)
    const rest = Math.abs(product - quotient * million)
    return rest * 2 >= million ? quotient + Math.sign(product) : quotient
  }
  const exact = BigInt(minor) * BigInt(rate)
  const half = exact < 0n ? -500_000n : 500_000n
  return Number((exact + half) / 1_000_000n)
}

/** Shifts the decimal point by way of the shortest decimal text, so that 1.005 becomes 100.5 and not 100.49999. */
function scale(value: number, digits: number): number {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  return value < 0 ? -scaled : scaled
}
