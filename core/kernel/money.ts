/**
 * Money inside the core: whole numbers of minor units (cents), never fractions. Rates are whole millionths,
 * so 25 % is 250 000. On the wire both are JSON numbers in major units and fractions.
 */
export type Minor = number
export type Ppm = number

const million = 1_000_000

/**
 * What amounts are kept in, so that it stands here, and in the console: every `Intl` has its own, which changes with its
 * version. Forints have had two decimals and none, Serbian dinars none and two, and desks of one shop run by several. Source:
 * `digits` of the Unicode CLDR (supplemental currency data, version 48.2).
 */
const WITHOUT_DECIMALS =
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK ' +
  'PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER'
const WITH_THREE = 'BHD JOD KWD LYD OMR TND'
const WITH_FOUR = 'CLF UYW'
const digitsOf = new Map([
  ...WITHOUT_DECIMALS.split(' ').map((currency) => [currency, 0] as const),
  ...WITH_THREE.split(' ').map((currency) => [currency, 3] as const),
  ...WITH_FOUR.split(' ').map((currency) => [currency, 4] as const),
])

/** Decimals of a currency's minor unit: EUR 2, JPY 0, KWD 3. */
export const minorDigits = (currency: string): number => digitsOf.get(currency) ?? 2

/** Major units as they are sent (12.5 EUR) to minor units (1250), rounded half away from zero. */
export const toMinor = (amount: number, currency: string): Minor => scale(amount, minorDigits(currency))

/** Minor units to the number that is sent; correctly rounded, because both operands are exact. */
export const toMajor = (minor: Minor, currency: string): number => minor / 10 ** minorDigits(currency)

/** An amount as histories say it, whoever reads them: `460.60 EUR`. */
export const plainAmount = (minor: Minor, currency: string): string =>
  `${toMajor(minor, currency).toFixed(minorDigits(currency))} ${currency}`

/** An amount of major units as a culture writes it: `460,60 €`. */
export function writtenAmount(amount: number, currency: string, culture: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat(culture, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}

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
