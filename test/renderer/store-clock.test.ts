import { describe, expect, it } from 'vitest'
import { momentShown, shownAt } from '../../renderer/features/stores/store-clock.ts'

describe('the clock of the store', () => {
  it.each([
    ['2026-12-24T17:30:00.000Z', 'Europe/Copenhagen', '2026-12-24T18:30'],
    ['2026-07-01T22:30:00.000Z', 'Europe/Copenhagen', '2026-07-02T00:30'],
    ['2026-01-01T03:00:00.000Z', 'America/New_York', '2025-12-31T22:00'],
    ['2026-03-01T00:00+09:00', 'Asia/Tokyo', '2026-03-01T00:00'],
    // On the days on which the clocks are changed.
    ['2026-03-29T00:30:00.000Z', 'Europe/Copenhagen', '2026-03-29T01:30'],
    ['2026-10-24T23:30:00.000Z', 'Europe/Copenhagen', '2026-10-25T01:30'],
    ['2026-03-08T09:00:00.000Z', 'America/New_York', '2026-03-08T05:00'],
    ['2026-09-26T08:00:00.000Z', 'Pacific/Auckland', '2026-09-26T20:00'],
  ])('shows %s in %s as %s, and the other way round', (moment, timeZone, shown) => {
    expect(shownAt(moment, timeZone)).toBe(shown)
    expect(Date.parse(momentShown(shown, timeZone))).toBe(Date.parse(moment))
  })

  it('leaves what is typed, and what is a moment already, as it is', () => {
    expect(shownAt('2026-12-24T18:30', 'Asia/Tokyo')).toBe('2026-12-24T18:30')
    expect(momentShown('2026-12-24T18:30:00Z', 'Asia/Tokyo')).toBe('2026-12-24T18:30:00Z')
    expect(momentShown('', 'Asia/Tokyo')).toBe('')
    for (const year of ['0000', '9999'])
      expect(momentShown(`${year}-01-01T00:00`, 'Asia/Tokyo')).toMatch(/Z$/)
  })
})
