import { expect, it } from 'vitest'
import { parseMoment } from '../../../core/kernel/moment.ts'

const ZONES = ['UTC', 'Europe/Copenhagen', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati']

// What programs send for never and for ever: the first day of .NET, the last that four digits have.
it.each(['0000-01-01', '0001-01-01', '0099-12-31', '9999-12-31'])('%s is a day, everywhere', (day) => {
  for (const timeZone of ZONES) {
    const begin = parseMoment(day, { timeZone, isEnd: false })
    const end = parseMoment(day, { timeZone, isEnd: true })
    for (const moment of [begin, end]) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const now = '2026-11-20T09:30:00.000Z'
    expect([begin, now, end].sort()).toStrictEqual(day < now ? [begin, end, now] : [now, begin, end])
    if (day > '0001') expect(end).not.toBe(begin)
  }
})

it('a time on the clock of a zone may be of any year', () => {
  const given = { timeZone: 'America/New_York', isEnd: false, takesLocal: true }
  // Before there were zones, a town had its own.
  expect(parseMoment('0001-01-01T00:00', given)).toBe('0001-01-01T04:56:02.000Z')
})

it.each([
  ['2026-07-21T17:30', '2026-07-21T15:30:00.000Z'],
  ['2026-07-21T17:30:15', '2026-07-21T15:30:15.000Z'],
  ['2026-07-21T17:30:15.250', '2026-07-21T15:30:15.250Z'],
  // No clock shows it, and two do.
  ['2026-03-29T02:30:01.500', '2026-03-29T01:30:01.500Z'],
  ['2026-10-25T02:30:01.500', '2026-10-25T00:30:01.500Z'],
])('%s on the clock in Copenhagen is %s', (time, moment) => {
  const given = { timeZone: 'Europe/Copenhagen', isEnd: false, takesLocal: true }
  expect(parseMoment(time, given)).toBe(moment)
})

it('a plus that an address has as it is arrives as a blank, and means what it says', () => {
  const given = { timeZone: 'Europe/Copenhagen', isEnd: false }
  expect(parseMoment('2026-11-01T00:00:00 01:00', given)).toBe('2026-10-31T23:00:00.000Z')
  expect(parseMoment('2026-11-01T00:00 01:00', given)).toBe('2026-10-31T23:00:00.000Z')
})

it.each(['2026-11-01 00:00', '2026-11-01T00:00:00  01:00', '2026-11-01 01:00T00:00', ' 01:00'])(
  '“%s” is no moment',
  (text) => {
    for (const takesLocal of [false, true])
      expect(parseMoment(text, { timeZone: 'UTC', takesLocal })).toBeUndefined()
  },
)
