import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coinsAndNotes,
  coinsAndNotesOf,
  inCash,
  roundingInCash,
  smallestCoin,
} from '../../../core/kernel/cash.ts'
import { toMinor } from '../../../core/kernel/money.ts'

describe('what an amount comes to in cash', () => {
  it.each([
    ['EUR', 9970, 9970],
    ['JPY', 997, 997],
    ['DKK', 9924, 9900],
    ['DKK', 9925, 9950],
    ['DKK', 9974, 9950],
    ['DKK', 9975, 10_000],
    ['DKK', 24, 0],
    ['CHF', 1992, 1990],
    ['CHF', 1993, 1995],
    ['SEK', 149, 100],
    ['SEK', 150, 200],
    ['HUF', 1002, 1000],
    ['HUF', 1003, 1005],
    ['AUD', 999, 1000],
    ['NZD', 994, 990],
    ['NZD', 995, 1000],
    // 66.836 dinars: nobody has a fils.
    ['KWD', 66_836, 66_835],
    ['KWD', 66_838, 66_840],
    ['MYR', 1002, 1000],
    ['MYR', 1003, 1005],
    ['ILS', 9995, 10_000],
    ['DKK', -25, 0],
    ['DKK', -26, -50],
    // As much as can be summed up: a half more is not to be told from a whole.
    ['JPY', 5_500_000_000_001_815, 5_500_000_000_001_815],
    ['CHF', 5_500_000_000_001_812, 5_500_000_000_001_810],
  ])('in %s, of %i minor units, is %i', (currency, amount, cash) => {
    expect(inCash(amount, currency)).toBe(cash)
  })

  it('can be paid in coins, is as near as they come, and stays what it is', () => {
    const coins = { CHF: 5, DKK: 50, EUR: 1, HUF: 5, SEK: 100 } as const
    const currencies = fc.constantFrom(...(Object.keys(coins) as (keyof typeof coins)[]))
    fc.assert(
      fc.property(
        currencies,
        fc.oneof(
          fc.nat({ max: 1e12 }),
          fc.maxSafeNat().map((large) => Math.max(large - 100, 0)),
        ),
        (currency, amount) => {
          const cash = inCash(amount, currency)
          expect(cash % coins[currency]).toBe(0)
          expect(Math.abs(cash - amount)).toBeLessThanOrEqual(coins[currency] / 2)
          expect(inCash(cash, currency)).toBe(cash)
        },
      ),
    )
  })

  it.each(Object.keys(coinsAndNotes))(
    'is paid with the coins that a till in %s is counted by',
    (currency) => {
      const smallest = coinsAndNotesOf(currency).at(-1) ?? 0
      expect(smallestCoin(currency)).toBe(toMinor(smallest, currency))
    },
  )

  it('is the same in parts as it is whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1e9 }), { minLength: 1 }), (parts) => {
        let [before, handed] = [0, 0]
        for (const part of parts) {
          const cash = part + roundingInCash(part, 'DKK', before)
          expect(cash).toBeGreaterThanOrEqual(0)
          ;[before, handed] = [before + part, handed + cash]
        }
        expect(handed).toBe(inCash(before, 'DKK'))
      }),
    )
  })
})
