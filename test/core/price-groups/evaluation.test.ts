import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Criterion, Facts } from '../../../core/price-groups/criteria/index.ts'
import { evaluate } from '../../../core/price-groups/evaluation.ts'

const criterion = (kind: string, parameters: Record<string, string[]> = {}): Criterion => ({
  kind,
  parameters,
})

/** Wednesday, 10:00 in Copenhagen. */
const facts = (changes: Partial<Facts> = {}): Facts => ({
  now: new Date('2026-11-18T09:00:00Z'),
  timeZone: 'Europe/Copenhagen',
  customerGroups: new Set(['club']),
  organizations: new Set(),
  properties: new Map([['country', 'DK']]),
  ...changes,
})

const isValid = (criteria: readonly Criterion[], of: Facts = facts()): boolean =>
  evaluate(['group'], new Map([['group', criteria]]), of).valid

const club = criterion('customerGroup', { customerGroup: ['club'] })
const staff = criterion('customerGroup', { customerGroup: ['staff'] })
const hotel = criterion('organization', { organization: ['hotel'] })

describe('the criteria of a price group', () => {
  it('hold where there are none', () => {
    expect(isValid([])).toBe(true)
  })

  it('of one kind are alternatives, and all kinds are required', () => {
    expect(isValid([staff])).toBe(false)
    expect(isValid([staff, club])).toBe(true)
    expect(isValid([club, hotel])).toBe(false)
    expect(isValid([club, hotel], facts({ organizations: new Set(['hotel']) }))).toBe(true)
  })

  it('never hold where nobody knows the kind, or it is set up wrongly', () => {
    expect(isValid([criterion('unheard-of')])).toBe(false)
    expect(isValid([criterion('customerGroup')])).toBe(false)
    expect(isValid([criterion('timeWindow', { weekday: ['8'] })])).toBe(false)
    expect(isValid([criterion('property', { key: ['a', 'b'], value: ['x'] })])).toBe(false)
  })

  it('look at a property of the request, an empty one too', () => {
    const shipped = criterion('property', { key: ['country'], value: ['SE', 'DK'] })
    expect(isValid([shipped])).toBe(true)
    expect(isValid([shipped], facts({ properties: new Map() }))).toBe(false)
    expect(isValid([shipped], facts({ properties: new Map([['country', '']]) }))).toBe(false)
  })

  it('block what derives from a group that fails', () => {
    const criteria = new Map([
      ['derived', [club]],
      ['base', [staff]],
    ])
    const { valid, criteria: evaluated } = evaluate(['derived', 'base'], criteria, facts())
    expect(valid).toBe(false)
    expect(evaluated.map(({ priceGroupId, valid: holds }) => [priceGroupId, holds])).toEqual([
      ['derived', true],
      ['base', false],
    ])
  })

  it('of the same kind in base and derived group are no alternatives of each other', () => {
    const criteria = new Map([
      ['derived', [staff]],
      ['base', [club]],
    ])
    expect(evaluate(['derived', 'base'], criteria, facts()).valid).toBe(false)
  })
})

describe('a time window', () => {
  const at = (now: string, timeZone = 'Europe/Copenhagen') => facts({ now: new Date(now), timeZone })
  const morning = criterion('timeWindow', { weekday: ['3'], startTime: ['08:00'], endTime: ['10:00'] })

  it('goes by the clock of the store, its beginning included and its end not', () => {
    expect(isValid([morning], at('2026-11-18T06:59:59Z'))).toBe(false)
    expect(isValid([morning], at('2026-11-18T07:00:00Z'))).toBe(true)
    expect(isValid([morning], at('2026-11-18T08:59:59Z'))).toBe(true)
    expect(isValid([morning], at('2026-11-18T09:00:00Z'))).toBe(false)
    expect(isValid([morning], at('2026-07-15T06:00:00Z'))).toBe(true)
    expect(isValid([morning], at('2026-11-18T13:30:00Z', 'America/New_York'))).toBe(true)
  })

  it('keeps to its weekdays', () => {
    expect(isValid([morning], at('2026-11-19T08:00:00Z'))).toBe(false)
    const sunday = criterion('timeWindow', { weekday: ['7'] })
    expect(isValid([sunday], at('2026-11-22T12:00:00Z'))).toBe(true)
    // Still Saturday in New York.
    expect(isValid([sunday], at('2026-11-22T04:00:00Z', 'America/New_York'))).toBe(false)
  })

  it('may go over midnight', () => {
    const night = criterion('timeWindow', { startTime: ['22:00'], endTime: ['06:00'] })
    expect(isValid([night], at('2026-11-18T22:30:00Z'))).toBe(true)
    expect(isValid([night], at('2026-11-18T04:30:00Z'))).toBe(true)
    expect(isValid([night], at('2026-11-18T12:00:00Z'))).toBe(false)
  })

  it('that goes over midnight is of the day on which it begins', () => {
    const sundayNight = criterion('timeWindow', { weekday: ['7'], startTime: ['22:00'], endTime: ['02:00'] })
    // In Copenhagen: 01:00 on Sunday, 23:00 on Sunday, 01:59 and 02:00 on Monday, 23:00 on Monday.
    expect(isValid([sundayNight], at('2026-11-22T00:00:00Z'))).toBe(false)
    expect(isValid([sundayNight], at('2026-11-22T22:00:00Z'))).toBe(true)
    expect(isValid([sundayNight], at('2026-11-23T00:59:00Z'))).toBe(true)
    expect(isValid([sundayNight], at('2026-11-23T01:00:00Z'))).toBe(false)
    expect(isValid([sundayNight], at('2026-11-23T22:00:00Z'))).toBe(false)
  })

  it('is before, within or behind its span', () => {
    const span = criterion('timeWindow', { from: ['2026-01-01T00:00:00Z'], to: ['2026-12-31T00:00:00Z'] })
    expect(isValid([span], at('2025-12-31T23:59:59Z'))).toBe(false)
    expect(isValid([span], at('2026-01-01T00:00:00Z'))).toBe(true)
    expect(isValid([span], at('2026-12-31T00:00:00Z'))).toBe(false)
  })

  it('and the window of the other hours are never both valid, and always one', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    const text = ([hour, minute]: [number, number]) =>
      `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    fc.assert(
      fc.property(
        time,
        time,
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
        (a, b, now) => {
          const [startTime, endTime] = [text(a), text(b)]
          fc.pre(startTime !== endTime)
          const within = isValid(
            [criterion('timeWindow', { startTime: [startTime], endTime: [endTime] })],
            facts({ now }),
          )
          const without = isValid(
            [criterion('timeWindow', { startTime: [endTime], endTime: [startTime] })],
            facts({ now }),
          )
          expect(within).toBe(!without)
        },
      ),
    )
  })
})
