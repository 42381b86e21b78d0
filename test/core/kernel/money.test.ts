import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  minorDigits,
  plainRate,
  share,
  toMajor,
  toMinor,
  toPpm,
  toRate,
  writtenAmount,
} from '../../../core/kernel/money.ts'

/** Half away from zero, written with whole numbers only and in another way than the core does it. */
function exactShare(minor: number, ppm: number): number {
  const product = BigInt(minor) * BigInt(ppm)
  const size = product < 0n ? -product : product
  const whole = size / 1_000_000n
  const rounded = (size % 1_000_000n) * 2n >= 1_000_000n ? whole + 1n : whole
  return Number(product < 0n ? -rounded : rounded)
}

const amounts = fc.oneof(fc.integer(), fc.maxSafeInteger())
const rates = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(250_000, 190_000, 70_000, 88_750, 17_500),
)

describe('the share of an amount that a rate is', () => {
  it('is exact for every amount and rate, also where their product is more than a double holds', () => {
    fc.assert(
      fc.property(amounts, rates, (minor, ppm) => {
        // Adding 0 makes no difference between 0 and -0, which money does not know.
        expect(share(minor, ppm) + 0).toBe(exactShare(minor, ppm) + 0)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    [2, 250_000, 1], // 0.5
    [-2, 250_000, -1],
    [6, 250_000, 2], // 1.5
    [10, 250_000, 3], // 2.5: to even would be 2
    [-10, 250_000, -3],
    [1, 499_999, 0],
    [1, 500_000, 1],
    [9_007_199_254_740_991, 500_000, 4_503_599_627_370_496],
    [9_007_199_254_740_991, 1_000_000, 9_007_199_254_740_991],
    [0, 250_000, 0],
  ])('of %i at %i millionths is %i: half is rounded away from zero', (minor, ppm, expected) => {
    expect(share(minor, ppm)).toBe(expected)
  })

  it('of a debt is the opposite of that of a claim', () => {
    fc.assert(fc.property(amounts, rates, (minor, ppm) => share(-minor, ppm) + share(minor, ppm) === 0))
  })
})

describe('amounts on the wire', () => {
  it.each([
    ['EUR', 2],
    ['DKK', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('have the decimals of their currency: %s has %i', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits)
  })

  it.each([
    ['HUF', 0, 'HUF 99'],
    ['RSD', 2, 'RSD 99.00'],
    ['BHD', 3, 'BHD 99.000'],
  ])('are kept as they were, whatever another version of Intl says of %s', (currency, digits, text) => {
    const options = vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions')
    try {
      options.mockImplementation(() => ({ maximumFractionDigits: 4 }) as Intl.ResolvedNumberFormatOptions)
      expect(minorDigits(currency)).toBe(digits)
      expect(toMinor(99, currency)).toBe(99 * 10 ** digits)
    } finally {
      options.mockRestore()
    }
    expect(writtenAmount(99, currency, 'en').replaceAll(/\s/g, ' ')).toBe(text)
  })

  it.each(['EUR', 'JPY', 'KWD'])('come back as they went, in %s', (currency) => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        // Past 2^53 hundredths, two cents share one double; whatever can be told apart must be.
        fc.pre(Math.abs(minor) <= 2 ** 50)
        expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
      }),
      { numRuns: 1000 },
    )
  })

  it('read as JSON are the decimal numbers that people write', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(JSON.stringify(toMajor(cents, 'EUR'))).toBe(text.replace(/\.?0+$/, ''))
        expect(toMinor(Number(text), 'EUR')).toBe(cents)
      }),
    )
  })

  it.each([
    [1.005, 'EUR', 101], // 1.005 * 100 is 100.49999999999999
    [-1.005, 'EUR', -101],
    [8.325, 'EUR', 833],
    [1.115, 'EUR', 112],
    [0.5, 'JPY', 1],
    [1.4999, 'JPY', 1],
    [-0.5, 'JPY', -1],
    [1.0005, 'KWD', 1001],
    [0.0000001, 'EUR', 0],
    [10_000_000_000, 'EUR', 1_000_000_000_000],
    [4.35, 'EUR', 435],
  ])(
    '%d %s are %i minor units, rounded half away from zero as they are written',
    (amount, currency, minor) => {
      expect(toMinor(amount, currency)).toBe(minor)
    },
  )
})

describe('rates on the wire', () => {
  it.each([
    [0.25, 250_000],
    [0.08875, 88_750],
    [0.07, 70_000],
    [0.0175, 17_500],
    [0, 0],
    [1, 1_000_000],
  ])('%d is %i millionths, and back', (rate, ppm) => {
    expect(toPpm(rate)).toBe(ppm)
    expect(toRate(ppm)).toBe(rate)
  })

  it.each([
    [70_000, '7 %'],
    [88_750, '8.875 %'],
    [250_000, '25 %'],
  ])('%i millionths read as %s in a history', (ppm, text) => {
    expect(plainRate(ppm)).toBe(text)
  })
})
