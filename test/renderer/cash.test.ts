import { describe, expect, it } from 'vitest'
import { cashBack, cashRefund, cashRounding } from '../../renderer/features/orders/cash.ts'
import { shiftedDay } from '../../renderer/features/today/shifted-day.ts'

describe('what goes back of cash', () => {
  it.each([
    [undefined, undefined],
    [99.49, undefined],
    [99.5, 0],
    [100, 0.5],
    [200.1, 100.6],
  ])('that comes to %s', (given, back) => {
    expect(cashBack({ cashDue: 99.5 }, given, 2)).toBe(back)
  })

  it('is nothing where no cash is taken', () => {
    expect(cashBack({ cashDue: null }, 100, 2)).toBeUndefined()
  })
})

describe('the rounding of a payment in cash', () => {
  it.each([
    { amount: 99.7, cashDue: 99.5, cashGiven: null, cashChange: null, rounding: -0.2 },
    { amount: 99.75, cashDue: 100, cashGiven: 200, cashChange: 100, rounding: 0.25 },
    // Its method takes no cash any more.
    { amount: 99.7, cashDue: null, cashGiven: 100, cashChange: 0.5, rounding: -0.2 },
    { amount: 99.7, cashDue: null, cashGiven: null, cashChange: null, rounding: 0 },
    { amount: 12.1, cashDue: 12.1, cashGiven: 20, cashChange: 7.9, rounding: 0 },
  ])('of $amount, given $cashGiven', ({ rounding, ...payment }) => {
    expect(cashRounding(payment, 2)).toBe(rounding)
  })
})

describe('a refund in cash', () => {
  it.each([
    [0.5, 0, 20.3, 20.5],
    [0.5, 0, 20.24, 20],
    [0.5, 0, 20.5, undefined],
    [0.5, 49.85, 49.85, 49.5],
    [0.5, 20.3, 20.5, undefined],
    [0.01, 0, 20.3, undefined],
    [null, 0, 20.3, undefined],
  ])('to coins of %s, after %s, of %s, is %s', (cashCoin, refunded, amount, handed) => {
    expect(cashRefund({ cashCoin, refunded }, amount, 2)).toBe(handed)
  })
})

describe('a day so many days later', () => {
  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('than %s, by %i', (day, days, shifted) => {
    expect(shiftedDay(day, days)).toBe(shifted)
  })
})
