import { minorDigits, type Minor } from './money.ts'

/**
 * The smallest coin of a currency where it is more than the minor unit, in major units. Source: `cashDigits` and
 * `cashRounding` of the Unicode CLDR (supplemental currency data, version 48.2), which `Intl` does not tell; of AUD, BHD, ILS, KWD,
 * MYR, NZD and OMR, of which it says nothing, the coins that their banks still issue.
 */
const smallestCoins: Readonly<Record<string, number>> = {
  AMD: 1,
  AUD: 0.05,
  BHD: 0.005,
  CAD: 0.05,
  CHF: 0.05,
  CRC: 1,
  CZK: 1,
  DKK: 0.5,
  GYD: 1,
  HUF: 5,
  ILS: 0.1,
  KWD: 0.005,
  MNT: 1,
  MUR: 1,
  MYR: 0.05,
  NOK: 1,
  NZD: 0.1,
  OMR: 0.005,
  RSD: 1,
  SEK: 1,
  TWD: 1,
  TZS: 1,
  UZS: 1,
}

/**
 * The coins and notes that are in use, in major units, highest first. Source: the central bank of each, as of November 2026. Where a
 * coin and a note are of one value they are counted together; of other currencies nothing is known.
 */
export const coinsAndNotes: Readonly<Record<string, readonly number[]>> = {
  AUD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  BHD: [20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  CAD: [100, 50, 20, 10, 5, 2, 1, 0.25, 0.1, 0.05],
  CHF: [1000, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  CZK: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  DKK: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5],
  EUR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  GBP: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  HUF: [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
  ILS: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.1],
  ISK: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  JPY: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  KWD: [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005],
  MYR: [100, 50, 20, 10, 5, 1, 0.5, 0.2, 0.1, 0.05],
  NOK: [1000, 500, 200, 100, 50, 20, 10, 5, 1],
  NZD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1],
  OMR: [50, 20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  PLN: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  SEK: [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  USD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
}

/** What a till is counted by, in major units, highest first; empty where that is not known of a currency. */
export const coinsAndNotesOf = (currency: string): readonly number[] => coinsAndNotes[currency] ?? []

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
