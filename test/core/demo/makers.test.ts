import { describe, expect, it } from 'vitest'
import { ean13 } from '../../../core/demo/barcode.ts'
import { harbour } from '../../../core/demo/harbour/harbour.ts'
import { netPrice } from '../../../core/demo/label-price.ts'
import { withoutTax } from '../../../core/pricing/without-tax.ts'
import { openingMoments } from '../../../core/demo/opening-hours.ts'
import { Random } from '../../../core/demo/random.ts'
import { uptown } from '../../../core/demo/uptown/uptown.ts'

describe('ean13', () => {
  it.each(['4006381333931', '5901234123457', '2100000100019'])('ends %s with its check digit', (barcode) => {
    expect(ean13(barcode.slice(0, 12))).toBe(barcode)
  })
})

describe('the price behind a label', () => {
  it('comes back to the label when the tax is added', () => {
    expect(withoutTax(119_900, 250_000)).toBe(95_920)
    expect(withoutTax(2695, 190_000)).toBe(2265)
    expect(withoutTax(990, 0)).toBe(990)
  })

  it('is what is written, unless a factor or another currency changes it', () => {
    expect(netPrice(harbour.pricing, 1250, 1, 'DKK', 0)).toBe(125_000)
    expect(netPrice(harbour.pricing, 899, 0.9, 'DKK', 250_000) * 1.25).toBe(79_900)
    expect(netPrice(uptown.pricing, 16.5, 1, 'JPY', 100_000)).toBe(2500)
  })
})

describe('moments of trade', () => {
  const draw = (from: string, to: string, count: number) => {
    const span = { from: Date.parse(from), to: Date.parse(to), count }
    return [...openingMoments({ ...harbour, timeZone: 'Europe/Copenhagen' }, span, new Random(7))]
  }
  const local = (at: number) =>
    new Date(at).toLocaleString('en-GB', {
      timeZone: 'Europe/Copenhagen',
      hour: '2-digit',
      minute: '2-digit',
    })

  it('are as many as asked for, in order, also over both changes of the clocks', () => {
    const moments = draw('2026-03-20T00:00:00Z', '2026-11-05T00:00:00Z', 3000)
    expect(moments).toHaveLength(3000)
    expect(moments.map(({ at }) => at)).toEqual(moments.map(({ at }) => at).sort((a, b) => a - b))
    for (const { at, minute } of moments) {
      const [hours = 0, minutes = 0] = local(at).split(':').map(Number)
      expect(hours * 60 + minutes).toBe(minute)
    }
    const days = new Set(moments.map(({ at }) => new Date(at).toISOString().slice(0, 10)))
    expect(days.has('2026-03-29') && days.has('2026-10-25')).toBe(true)
  })

  it('are not in the future, and none before the shop opens today', () => {
    // A Wednesday, open from 9 in the morning: 8:30, then 9:30 of local time.
    const before = draw('2026-11-18T00:00:00Z', '2026-11-18T07:30:00Z', 5)
    expect(before).toEqual([])
    const after = draw('2026-11-18T00:00:00Z', '2026-11-18T08:30:00Z', 5)
    expect(after).toHaveLength(5)
    expect(
      after.every(({ at }) => at >= Date.parse('2026-11-18T08:00Z') && at < Date.parse('2026-11-18T08:30Z')),
    ).toBe(true)
  })
})

describe('the random source', () => {
  it('repeats itself from the same seed, and only then', () => {
    const draw = (seed: number) => {
      const random = new Random(seed)
      return Array.from({ length: 50 }, () => [random.between(1, 6), random.id(1_700_000_000_000)])
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(new Set(draw(1).map(([face]) => face))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  it('picks by weight', () => {
    const random = new Random(3)
    const picks = Array.from({ length: 4000 }, () =>
      random.pickWeighted(['often', 'never', 'seldom'], weightOf),
    )
    expect(picks).not.toContain('never')
    expect(picks.filter((pick) => pick === 'seldom').length / picks.length).toBeCloseTo(0.1, 1)
  })
  const weightOf = (item: string) => ({ often: 9, never: 0, seldom: 1 })[item] ?? 0
})
