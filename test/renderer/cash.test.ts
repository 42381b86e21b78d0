import { describe, expect, it } from 'vitest'
import {
  cashBack,
  cashRefund,
  inCoins,
  roundingBack,
  roundingDue,
} from '../../renderer/features/orders/cash.ts'
import { shiftedDay } from '../../renderer/features/today/shifted-day.ts'

describe('what goes back of cash', () => {
  it.each([
    [undefined, undefined],
    [99.49, undefined],
    [99.5, 0],
    [100, 0.5],
    [200.1, 100.6],
  ])('that comes to %s', (given, back) => {
    expect(cashBack(99.5, given, 2)).toBe(back)
  })
})

describe('the rounding of a payment that is to be received', () => {
  it.each([
    [99.7, 99.5, -0.2],
    [10.3, 10.5, 0.2],
    [99.5, 99.5, 0],
    [99.7, undefined, 0],
  ])('of %s, of which %s are due in coins, is %s', (amount, cashDue, rounding) => {
    expect(roundingDue({ amount, cashDue }, 2)).toBe(rounding)
  })
})

describe('the rounding of what was paid back', () => {
  it.each([
    [99.7, 0.5, -0.2],
    [20.3, 0.5, 0.2],
    [10, 0.5, 0],
    [99.7, undefined, 0],
    [0, 0.5, 0],
  ])('in all %s, to coins of %s, is %s', (refunded, cashCoin, rounding) => {
    expect(roundingBack({ refunded, cashCoin }, 2)).toBe(rounding)
  })
})

describe('what an amount comes to', () => {
  it.each([
    [99.7, 0.5, 99.5],
    [99.75, 0.5, 100],
    [99.7, undefined, 99.7],
    [0.3, 0.1, 0.3],
  ])('%s in coins of %s: %s', (amount, coin, handed) => {
    expect(inCoins(amount, coin, 2)).toBe(handed)
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
    [undefined, 0, 20.3, undefined],
  ])('to coins of %s, after %s, of %s, is %s', (cashCoin, refunded, amount, handed) => {
    expect(cashRefund({ cashCoin, refunded }, amount, 2)).toBe(handed)
  })

  it('is exact of any amount', () => {
    expect(cashRefund({ cashCoin: 1, refunded: 0 }, 5_500_000_000_001_815, 0)).toBeUndefined()
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
