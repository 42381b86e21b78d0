import { describe, expect, it } from 'vitest'
import { cashBack, cashRefund, cashRounding, roundingDue } from '../../renderer/features/orders/cash.ts'
import type { OrderEvent } from '../../renderer/api/orders.ts'
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
    expect(cashBack({ cashDue: undefined }, 100, 2)).toBeUndefined()
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

describe('the rounding of cash in a history', () => {
  const moved = (kind: string, details: OrderEvent['details']): OrderEvent => ({
    date: '2026-11-20T12:00:00.000Z',
    actor: 'Mette',
    kind,
    text: '',
    details,
  })
  const events = [
    moved('order.placed', null),
    moved('payment.captured', { amount: 99.7, cash: 99.5 }),
    moved('payment.refunded', { amount: 20.3, cash: 20.5 }),
    moved('payment.refunded', { amount: 10 }),
    moved('payment.refunded', { amount: 10.2, cash: 10 }),
  ]
  it('is what was handed over more than was received, or paid back', () => {
    expect(cashRounding(events, 'payment.captured', 2)).toBe(-0.2)
    expect(cashRounding(events.slice(0, 4), 'payment.refunded', 2)).toBe(0.2)
    expect(cashRounding(events, 'payment.refunded', 2)).toBe(0)
    expect(cashRounding([], 'payment.captured', 2)).toBe(0)
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
