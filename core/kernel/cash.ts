import { minorDigits, type Minor } from './money.ts'

/**
 * The smallest coin of a currency where it is more than the minor unit, in major units. Source: `cashDigits` and
 * `cashRounding` of the Unicode CLDR (supplemental currency data, version 48.2), which `Intl` does not tell.
 */
const smallestCoins: Readonly<Record<string, number>> = {
  AMD: 1,
  CAD: 0.05,
  CHF: 0.05,
  CRC: 1,
  CZK: 1,
  DKK: 0.5,
  GYD: 1,
  HUF: 5,
  MNT: 1,
  MUR: 1,
  NOK: 1,
  RSD: 1,
  SEK: 1,
  TWD: 1,
  TZS: 1,
  UZS: 1,
}

/** The smallest coin that a currency is paid in. */
export function smallestCoin(currency: string): Minor {
  const coin = smallestCoins[currency]
  return coin === undefined ? 1 : Math.round(coin * 10 ** minorDigits(currency))
}

/** What an amount comes to in coins and notes: the nearest that the smallest coin can pay, halves up. */
export function inCash(amount: Minor, currency: string): Minor {
  const coin = smallestCoin(currency)
  // By what is left over, which is exact of any amount: a quotient and a half are not.
  const rest = ((amount % coin) + coin) % coin
  return amount - rest + (rest * 2 >= coin ? coin : 0)
}

/**
 * How much more than a part of an amount is handed over in coins and notes, or less, so that all parts together hand over
 * what the whole does.
 * @param before what of the whole was handed over with earlier parts
 */
export function roundingInCash(part: Minor, currency: string, before: Minor = 0): Minor {
  return inCash(before + part, currency) - inCash(before, currency) - part
}
