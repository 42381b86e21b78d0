import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelBarsOf } from '../../renderer/features/labels/label-bars.ts'
import {
  cornerOf,
  formatOf,
  LABEL_FORMATS,
  PAPER_MM,
  perSheet,
  sheetsOf,
} from '../../renderer/features/labels/label-formats.ts'
import { countOf, parted, type LabelLine } from '../../renderer/features/labels/labels.ts'

const withSheet = LABEL_FORMATS.flatMap(({ sheet, ...format }) => (sheet ? [{ ...format, sheet }] : []))

describe('labels on a sheet', () => {
  it.each(withSheet.map((format) => [format.key, format] as const))(
    'of %s lie on the paper, and beside each other',
    (_key, format) => {
      const paper = PAPER_MM[format.sheet.paper]
      const corners = Array.from({ length: perSheet(format) }, (_, place) => cornerOf(format, place))
      for (const [index, { leftMm, topMm }] of corners.entries()) {
        expect(leftMm).toBeGreaterThanOrEqual(0)
        expect(topMm).toBeGreaterThanOrEqual(0)
        expect(leftMm + format.widthMm).toBeLessThanOrEqual(paper.width + 0.01)
        expect(topMm + format.heightMm).toBeLessThanOrEqual(paper.height + 0.01)
        for (const other of corners.slice(index + 1))
          expect(
            Math.abs(other.leftMm - leftMm) >= format.widthMm - 0.01 ||
              Math.abs(other.topMm - topMm) >= format.heightMm - 0.01,
          ).toBe(true)
      }
    },
  )

  it('are all printed, in their order, none of them on what is used', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LABEL_FORMATS),
        fc.array(fc.nat(), { maxLength: 80 }),
        fc.nat(40),
        (format, labels, used) => {
          const sheets = sheetsOf(labels, format, used)
          const taken = used % perSheet(format)
          expect(sheets.flat().filter((each) => each !== undefined)).toEqual(labels)
          expect(sheets.flat().slice(0, taken)).toEqual(Array.from({ length: taken }, () => undefined))
          expect(sheets.every((places) => places.length <= perSheet(format))).toBe(true)
        },
      ),
    )
  })

  it('are of the first format where a desk has kept one that is none', () => {
    expect(formatOf('nonsense')).toBe(LABEL_FORMATS[0])
  })
})

describe('labels that are too many to be printed at once', () => {
  const goods = (id: string, quantity: number): LabelLine => ({
    id,
    sku: id,
    variantSku: null,
    name: id,
    quantity,
  })
  const amounts = (lines: readonly LabelLine[]) => lines.map(({ id, quantity }) => [id, quantity])

  it('are printed as far as there is room, and the others behind them', () => {
    const [first, rest] = parted([goods('a', 3), goods('b', 4), goods('c', 2)], 5)
    expect(amounts(first)).toEqual([
      ['a', 3],
      ['b', 2],
    ])
    expect(amounts(rest)).toEqual([
      ['b', 2],
      ['c', 2],
    ])
  })

  it('are none less for that, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), fc.nat(40), (quantities, most) => {
        const lines = quantities.map((quantity, index) => goods(`${index}`, quantity))
        const [first, rest] = parted(lines, most)
        const each = (some: readonly LabelLine[]) =>
          some.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id))
        expect([...each(first), ...each(rest)]).toEqual(each(lines))
        expect(countOf(first)).toBe(Math.min(most, countOf(lines)))
      }),
    )
  })
})

describe('the bars of a label', () => {
  it.each([
    ['4006381333931', 95],
    ['012345678905', 95],
    ['96385074', 67],
  ])('of the article of trade %s are as wide as the standard has them', (code, modules) => {
    expect(labelBarsOf(code, 52)).toMatchObject({
      modules,
      widthMm: expect.closeTo(modules * 0.33, 6) as number,
    })
  })

  it('are those of any code where it has another check digit than one of trade', () => {
    expect(labelBarsOf('4006381333932', 52)?.modules).not.toBe(95)
  })

  it('leave their quiet on both sides, or are not there', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\x20-\x7e]{1,40}$/),
        fc.integer({ min: 30, max: 80 }),
        (code, widthMm) => {
          const bars = labelBarsOf(code, widthMm)
          if (!bars) return code.length > 4
          const moduleMm = bars.widthMm / bars.modules
          return moduleMm >= 0.25 && bars.widthMm + 20 * moduleMm <= widthMm + 0.01
        },
      ),
    )
  })

  it.each(['', 'Ø-1', 'A'.repeat(40)])('are not there of %j', (code) => {
    expect(labelBarsOf(code, 52)).toBeUndefined()
  })
})
