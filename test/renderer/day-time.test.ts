import { describe, expect, it } from 'vitest'
import { formatDayTime, formatTime, parseDayTime, parseTime } from '../../renderer/ui/day-time.ts'

const EVENING = '2026-12-24T17:05'

describe('a day with its time', () => {
  it.each([
    ['da', '24.12.2026, 17.05', '17.05'],
    ['de', '24.12.2026, 17:05', '17:05'],
    ['en-GB', '24/12/2026, 17:05', '17:05'],
    ['en-US', '12/24/2026, 05:05 PM', '05:05 PM'],
    ['ja', '2026/12/24 17:05', '17:05'],
  ])('is written in %s as %s, and read again', (culture, text, time) => {
    expect(formatDayTime(EVENING, culture)).toBe(text)
    expect(parseDayTime(text, culture)).toBe(EVENING)
    expect(formatTime('17:05', culture)).toBe(time)
    expect(parseTime(time)).toBe('17:05')
    for (const hour of Array.from({ length: 24 }, (_, at) => `${String(at).padStart(2, '0')}:30`)) {
      expect(parseDayTime(formatDayTime(`2026-02-03T${hour}`, culture), culture)).toBe(`2026-02-03T${hour}`)
    }
  })

  it.each([
    ['da', '3.2.2026 9.30', '2026-02-03T09:30'],
    ['da', '03022026 0930', '2026-02-03T09:30'],
    ['de', '3.2.26 9:30', '2026-02-03T09:30'],
    ['de', '2026-02-03T09:30', '2026-02-03T09:30'],
    ['en-GB', '3/2/2026 9:30 pm', '2026-02-03T21:30'],
    ['en-US', '2/3/2026 12:30 a.m.', '2026-02-03T00:30'],
    ['en-US', '02-03-2026 12:30PM', '2026-02-03T12:30'],
    ['en-US', '2026-02-03 21:30', '2026-02-03T21:30'],
    ['ja', '2026年2月3日9時30分', '2026-02-03T09:30'],
    ['ja', '２０２６／２／３　９：３０', '2026-02-03T09:30'],
    ['de', '\u200e3.2.2026\u200b 9:30\u202c', '2026-02-03T09:30'],
  ])('is read in %s from %s', (culture, text, moment) => {
    expect(parseDayTime(text, culture)).toBe(moment)
  })

  it.each([
    ['de', '12/24/2026 17:30'],
    ['en-US', '24/12/2026 17:30'],
    ['de', '31.2.2026 9:30'],
    ['de', '29.2.2027 9:30'],
    ['de', '24.12.2026'],
    ['de', '24.12. 17:30'],
    ['de', '24.12.2026 24:00'],
    ['de', '24.12.2026 17:60'],
    ['en-US', '12/24/2026 13:30 PM'],
    ['en-US', '12/24/2026 0:30 AM'],
    ['de', '24.12.226 17:30'],
    ['ja', '24/12/2026 17:30'],
    ['de', 'tomorrow'],
    ['de', ''],
  ])('is in %s not %s', (culture, text) => {
    expect(parseDayTime(text, culture)).toBeUndefined()
  })

  it('stays as it is typed where it is none', () => {
    expect(formatDayTime('24.12.', 'de')).toBe('24.12.')
    expect(formatTime('half past', 'en-GB')).toBe('half past')
    expect(parseTime('25:00')).toBeUndefined()
    expect(parseTime('9:5')).toBeUndefined()
  })
})
