import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScanDetector, LONGEST_GAP_MS } from '../../renderer/features/scanner/scan-detector.ts'

interface Stroke {
  readonly key: string
  /** Milliseconds since the key before. */
  readonly gap: number
}

/** The verdicts on keys that follow each other, the first after a pause. */
function verdicts(strokes: readonly Stroke[]) {
  const detector = createScanDetector()
  let time = 1000
  return strokes.map(({ key, gap }) => detector.press(key, (time += gap)))
}

const scansIn = (strokes: readonly Stroke[]): string[] =>
  verdicts(strokes).flatMap((verdict) => (verdict.kind === 'scan' ? [verdict.code] : []))

/** Keys at one pace. */
const typed = (text: string, gap: number, end = 'Enter'): Stroke[] =>
  Array.from(text)
    .concat(end)
    .map((key, index) => ({ key, gap: index === 0 ? 500 : gap }))

const gaps = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true })
const character = fc
  .string({ minLength: 1, maxLength: 1 })
  .filter((text) => text.length === 1 && text !== ' ')
const digits = fc.stringMatching(/^[0-9]{6,20}$/)
const code = fc.stringMatching(/^[A-Za-z0-9./+-]{4,40}$/)
const end = fc.constantFrom('Enter', 'Tab')

describe('a scan', () => {
  it.each([
    ['an EAN-13 of a wired scanner', '4006381333931', 2],
    ['an EAN-8 of a slow one', '96385074', 50],
    ['a short sku', 'PN-7', 8],
    ['a code with a space in it', 'MUG 12 BLUE', 15],
  ])('is %s', (_, text, gap) => {
    expect(scansIn(typed(text, gap))).toEqual([text])
    expect(scansIn(typed(text, gap, 'Tab'))).toEqual([text])
  })

  it('is any code at up to 30 ms a key, whatever ends it', () => {
    fc.assert(
      fc.property(code, end, gaps(0, 30), (text, key, gap) => {
        expect(scansIn(typed(text, gap, key))).toEqual([text])
      }),
    )
  })

  it('is any number at up to 50 ms a key, however unevenly it comes', () => {
    fc.assert(
      fc.property(digits, end, fc.array(gaps(0, 50), { minLength: 21, maxLength: 21 }), (text, key, all) => {
        const strokes = typed(text, 0, key).map((stroke, index) => ({ ...stroke, gap: all[index] ?? 0 }))
        expect(scansIn(strokes)).toEqual([text])
      }),
    )
  })

  it('is each of many in a row, in their order, with nothing of what is typed between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(digits, fc.stringMatching(/^[a-z]{0,6}$/)), { maxLength: 8 }), (all) => {
        const strokes = all.flatMap(([text, between]) => [
          ...typed(text, 5),
          ...Array.from(between).map((key) => ({ key, gap: 120 })),
        ])
        expect(scansIn(strokes)).toEqual(all.map(([text]) => text))
      }),
    )
  })

  it('is whole though something held up its beginning, and takes a quantity typed right before it along', () => {
    const heldUp = typed('4006381333931', 4)
    heldUp[3] = { key: '6', gap: 150 }
    expect(scansIn(heldUp)).toEqual(['4006381333931'])
    const [first, ...others] = typed('4006381333931', 4)
    const prefixed = [
      { key: '3', gap: 500 },
      { key: '*', gap: 120 },
      { key: first?.key ?? '', gap: 250 },
      ...others,
    ]
    expect(scansIn(prefixed)).toEqual(['3*4006381333931'])
  })

  it('takes the second of two ending keys with it', () => {
    const twice = [...typed('4006381333931', 5), { key: 'Enter', gap: 5 }, { key: 'Tab', gap: 5 }]
    expect(verdicts(twice).map(({ kind }) => kind)).toEqual([
      'first',
      ...Array<string>(12).fill('next'),
      'scan',
      'rest',
      'rest',
    ])
    const later = [...typed('4006381333931', 5), { key: 'Enter', gap: LONGEST_GAP_MS + 1 }]
    expect(verdicts(later).at(-1)).toEqual({ kind: 'other' })
  })
})

describe('typing', () => {
  it('is no scan at any pace of a hand', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(character, gaps(56, 400)), { maxLength: 40 }), end, (keys, key) => {
        const strokes = [...keys.map(([one, gap]) => ({ key: one, gap })), { key, gap: 60 }]
        expect(scansIn(strokes)).toEqual([])
      }),
    )
  })

  it('is no scan where a hand rolls over three keys at once', () => {
    const roll = fc.tuple(
      fc.array(fc.tuple(character, gaps(3, 30)), { minLength: 1, maxLength: 3 }),
      gaps(LONGEST_GAP_MS + 1, 300),
    )
    fc.assert(
      fc.property(fc.array(roll, { minLength: 1, maxLength: 12 }), gaps(10, 300), (rolls, gap) => {
        const strokes = rolls.flatMap(([keys, pause]) =>
          keys.map(([key, fast], index) => ({ key, gap: index === 0 ? pause : fast })),
        )
        expect(scansIn([...strokes, { key: 'Enter', gap }])).toEqual([])
      }),
    )
  })

  it.each([
    ['a word at 300 words a minute', typed('station', 40)],
    ['a quantity and Enter', typed('120', 10)],
    ['Enter alone', [{ key: 'Enter', gap: 5 }]],
    [
      'a code whose Enter comes later',
      [...typed('4006381333931', 5).slice(0, -1), { key: 'Enter', gap: 200 }],
    ],
    ['a code broken off by an arrow', typed('40063', 5).toSpliced(3, 0, { key: 'ArrowLeft', gap: 5 })],
    ['spaces', [...typed('     ', 5)]],
  ])('is %s', (_, strokes) => {
    expect(scansIn(strokes)).toEqual([])
  })
})
