import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf } from '../../renderer/features/print/bars.ts'

/** The widths of bars and of the gaps between them, as the standard writes a code. */
function widthsOf(path: string, modules: number): string {
  let end = 0
  const widths: number[] = []
  for (const [, from = '', width = ''] of path.matchAll(/M(\d+) 0h(\d+)v1h-\d+z/g)) {
    if (Number(from) > end) widths.push(Number(from) - end)
    widths.push(Number(width))
    end = Number(from) + Number(width)
  }
  expect(end).toBe(modules)
  return widths.join('')
}

describe('a number as bars', () => {
  it('is the one that the standard draws', () => {
    const { modules = 0, path = '', widthMm } = barsOf('PJJ123C') ?? {}
    // Start B, P, J, J, 1, 2, 3, C, the check sum of 55, stop.
    const symbols = '211214 313121 112133 112133 123221 223211 221132 131321 311321 2331112'
    expect(widthsOf(path, modules)).toBe(symbols.replaceAll(' ', ''))
    expect(widthMm).toBeCloseTo(112 * 0.33, 6)
  })

  it('is no wider than a roll, and no finer than scanners read, or is not there', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]{1,40}$/), (number) => {
        const bars = barsOf(number)
        if (!bars) return number.length > 8
        return bars.widthMm <= 68 && bars.widthMm / bars.modules >= 0.25
      }),
    )
  })

  it.each(['', 'Ø-1001', '注文-7', 'H-1\n', 'A'.repeat(40)])('is not there of %j', (number) => {
    expect(barsOf(number)).toBeUndefined()
  })
})
