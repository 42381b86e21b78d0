import { describe, expect, it } from 'vitest'
import type { CartLine } from '../../renderer/api/carts.ts'
import { typedUnitPrice } from '../../renderer/features/carts/lines/typed-unit-price.ts'

/** Of 12.50 with tax. */
const line = { price: 10, taxRate: 0.25, tax: 2.5, unitDiscount: 0 } as CartLine

describe('the price of one that is typed', () => {
  it.each([
    ['9.95', 'en-GB', 7.96],
    ['9,95', 'da-DK', 7.96],
    ['12.5', 'en-GB', 10],
    ['0', 'en-GB', 0],
    ['10%', 'en-GB', 9],
    ['-10 %', 'en-GB', 9],
    ['12,5 %', 'de-DE', 8.75],
    ['100%', 'en-GB', 0],
    ['９．９５', 'ja-JP', 7.96],
  ])('as %s in %s comes to %d without tax', (text, culture, price) => {
    expect(typedUnitPrice(text, line, 'EUR', culture)).toBe(price)
  })

  it.each(['', 'ten', '%', '101%', '9.955', '1.2.3'])('is none as %s', (text) => {
    expect(typedUnitPrice(text, line, 'EUR', 'en-GB')).toBeUndefined()
  })

  it('by per cent is rounded half away from zero, as at any other place', () => {
    const untaxed = { ...line, taxRate: 0 }
    for (const [price, off, left] of [
      [10.5, '15%', 8.93],
      [0.29, '50%', 0.15],
      [10.45, '10%', 9.41],
    ] as const)
      expect(typedUnitPrice(off, { ...untaxed, price }, 'EUR', 'en-GB')).toBe(left)
  })

  it('is the nearest where none comes to it with tax', () => {
    const taxed = { ...line, taxRate: 1 }
    expect(typedUnitPrice('0.03', taxed, 'EUR', 'en-GB')).toBe(0.02)
  })
})
