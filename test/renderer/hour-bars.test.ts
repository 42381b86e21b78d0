import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisEnd, shownHours } from '../../renderer/features/today/hour-bars.ts'

const day = (sold: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, value: sold[hour] ?? 0, before: 0 }))

describe('the chart of a day', () => {
  it('shows the hours of a usual day, and those in which anything was sold', () => {
    expect(shownHours(day({})).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    const shown = shownHours(day({ 6: 1, 21: 2 }))
    expect([shown[0]?.hour, shown.at(-1)?.hour]).toEqual([6, 21])
  })

  it('ends at a round number that holds every bar, and not much higher', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), (most) => {
        const end = axisEnd(most)
        expect(end).toBeGreaterThanOrEqual(most)
        expect(end).toBeLessThanOrEqual(most * 2.5)
      }),
    )
    expect([0, 7, 12, 120, 260, 900].map(axisEnd)).toEqual([1, 10, 20, 200, 500, 1000])
  })
})
