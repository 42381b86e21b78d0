import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOfPeriod, periodIn, periodOf, PERIODS } from '../../renderer/features/takings/period.ts'

describe('a period of the calendar', () => {
  it.each([
    ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
    ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['lastQuarter', '2026-02-01', '2025-10-01', '2025-12-31'],
    ['year', '2026-07-01', '2026-01-01', '2026-12-31'],
    ['lastYear', '2026-07-01', '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s is from %s to %s', (name, today, from, to) => {
    expect(periodOf(name, today)).toStrictEqual({ from, to })
  })

  it('is known by its days again, whichever day it is', () => {
    const days = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, fc.constantFrom(...PERIODS), (today, name) => {
        const period = periodOf(name, today)
        expect(nameOfPeriod(period, today)).toBe(name)
        expect(period.from <= period.to).toBe(true)
        expect(periodIn({ ...period }, today)).toStrictEqual(period)
      }),
    )
  })

  it('is none of other days', () => {
    expect(nameOfPeriod({ from: '2026-11-02', to: '2026-11-30' }, '2026-11-27')).toBeUndefined()
  })

  it.each([{}, { from: '', to: 'x' }, { from: '2026-13-01' }, { from: ['2026-11-02'] }, { to: null }])(
    'in an address that says %j is this month',
    (query) => {
      expect(periodIn(query, '2026-11-27')).toStrictEqual({ from: '2026-11-01', to: '2026-11-30' })
    },
  )
})
