import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isUnusual,
  MAX_QUANTITY,
  readQuantity,
  USUAL_QUANTITY,
} from '../../renderer/features/goods/quantity.ts'

describe('a quantity as it is typed', () => {
  it('is any whole number from 1 to a million, written in any digits of the keyboard', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_QUANTITY }), (quantity) => {
        expect(readQuantity(` ${quantity} `, 'en-GB')).toBe(quantity)
      }),
    )
    expect(readQuantity('１２', 'ja-JP')).toBe(12)
    expect(readQuantity('١٢', 'ar-EG')).toBe(12)
    expect(readQuantity('۱۲', 'fa-IR')).toBe(12)
    expect(readQuantity('12', 'fa-IR')).toBe(12)
  })

  it.each([
    '',
    ' ',
    '0',
    '00',
    '-1',
    '+1',
    '2,5',
    '2.5',
    '1e3',
    '0x10',
    '1 000',
    '1000001',
    '4006381333931',
    'Infinity',
  ])('is refused: “%s”', (text) => {
    expect(readQuantity(text, 'en-GB')).toBeUndefined()
  })

  it('is never anything but what it says', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const quantity = readQuantity(text, 'en-GB')
        if (quantity !== undefined) expect(Number(text.normalize('NFKC'))).toBe(quantity)
      }),
    )
  })
})

describe('a quantity is asked for', () => {
  it('above 99, unless it is fewer than before or one more of many', () => {
    fc.assert(
      fc.property(fc.nat(MAX_QUANTITY), fc.nat(MAX_QUANTITY), (quantity, before) => {
        const isOneMore = before > USUAL_QUANTITY && quantity <= before + 1
        expect(isUnusual(quantity, before)).toBe(quantity > USUAL_QUANTITY && !isOneMore)
      }),
    )
    expect([isUnusual(99, 1), isUnusual(100, 99), isUnusual(101, 100), isUnusual(102, 100)]).toEqual([
      ...[false, true, false, true],
    ])
  })
})
