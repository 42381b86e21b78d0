import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate, localMoment, startOfDay } from '../../../core/kernel/time-zone.ts'

const start = (date: string, timeZone: string, days?: number) =>
  startOfDay(date, timeZone, days).toISOString()

describe('the beginning of a day', () => {
  it.each([
    ['2026-01-15', 'Europe/Copenhagen', '2026-01-14T23:00:00.000Z'],
    ['2026-07-15', 'Europe/Copenhagen', '2026-07-14T22:00:00.000Z'],
    ['2026-01-15', 'America/New_York', '2026-01-15T05:00:00.000Z'],
    ['2026-07-15', 'America/New_York', '2026-07-15T04:00:00.000Z'],
    ['2026-07-15', 'Asia/Tokyo', '2026-07-14T15:00:00.000Z'],
    ['2026-07-15', 'Asia/Kathmandu', '2026-07-14T18:15:00.000Z'],
    ['2026-07-15', 'UTC', '2026-07-15T00:00:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
  ])('%s in %s is %s', (date, timeZone, expected) => {
    expect(start(date, timeZone)).toBe(expected)
  })

  it.each([
    [
      'the clocks go forward in Copenhagen',
      '2026-03-29',
      'Europe/Copenhagen',
      '2026-03-28T23:00:00.000Z',
      23,
    ],
    ['the clocks go back in Copenhagen', '2026-10-25', 'Europe/Copenhagen', '2026-10-24T22:00:00.000Z', 25],
    ['the clocks go forward in New York', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
    ['the clocks go back in New York', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
  ])('when %s: that day is not 24 hours long', (_when, date, timeZone, begins, hours) => {
    expect(start(date, timeZone)).toBe(begins)
    const length = startOfDay(date, timeZone, 1).getTime() - startOfDay(date, timeZone).getTime()
    expect(length / 3_600_000).toBe(hours)
  })

  it.each([
    ['2026-09-27', '2026-09-26T12:00:00.000Z'],
    ['2026-04-05', '2026-04-04T11:00:00.000Z'],
  ])(
    'is found where the clocks change between midnight there and midnight UTC: %s in Auckland',
    (date, expected) => {
      expect(start(date, 'Pacific/Auckland')).toBe(expected)
    },
  )

  it('is the first moment there is, where the clocks go forward at midnight', () => {
    expect(start('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
  })

  it('shows midnight on the wall of the zone, on every day of many years', () => {
    const zones = fc.constantFrom(
      'Europe/Copenhagen',
      'America/New_York',
      'Asia/Tokyo',
      'Australia/Lord_Howe',
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), zones, (day, timeZone) => {
        const date = new Date(Date.UTC(1990, 0, 1 + day)).toISOString().slice(0, 10)
        const wall = new Date(startOfDay(date, timeZone)).toLocaleString('sv-SE', { timeZone })
        expect(wall).toBe(`${date} 00:00:00`)
      }),
      { numRuns: 500 },
    )
  })

  it('counts days over the end of months and years', () => {
    expect(start('2026-02-28', 'Europe/Copenhagen', 1)).toBe('2026-02-28T23:00:00.000Z')
    expect(start('2024-02-28', 'Europe/Copenhagen', 1)).toBe('2024-02-28T23:00:00.000Z')
    expect(start('2026-12-31', 'America/New_York', 1)).toBe('2027-01-01T05:00:00.000Z')
  })
})

describe('a moment on the clocks of a zone', () => {
  it.each([
    ['2026-11-21T23:30:00.123Z', 'Europe/Copenhagen', '2026-11-22T00:30:00.123+01:00'],
    ['2026-07-21T23:30:00.000Z', 'America/New_York', '2026-07-21T19:30:00.000-04:00'],
    ['2026-07-21T23:30:00.000Z', 'Asia/Kathmandu', '2026-07-22T05:15:00.000+05:45'],
    ['2026-07-21T23:30:00.000Z', 'America/St_Johns', '2026-07-21T21:00:00.000-02:30'],
    ['2026-07-21T23:30:00.000Z', 'UTC', '2026-07-21T23:30:00.000+00:00'],
    // One of the two half past twos of the day on which the clocks go back, and the other.
    ['2026-10-25T00:30:00.000Z', 'Europe/Copenhagen', '2026-10-25T02:30:00.000+02:00'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Copenhagen', '2026-10-25T02:30:00.000+01:00'],
  ])('%s in %s is %s', (moment, timeZone, expected) => {
    expect(localMoment(new Date(moment), timeZone)).toBe(expected)
  })

  it('is the same moment, and begins with the day there', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2200-01-01') }),
        fc.constantFrom('Africa/Monrovia', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Caracas'),
        (moment, timeZone) => {
          const text = localMoment(moment, timeZone)
          expect(new Date(text)).toStrictEqual(moment)
          if (moment.getTime() > Date.UTC(1973, 0))
            expect(text.slice(0, 10)).toBe(localDate(moment, timeZone))
        },
      ),
    )
  })
})
