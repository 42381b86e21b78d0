import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  differenceOf,
  NOTHING_COUNTED,
  readCount,
  type CountForm,
} from '../../renderer/features/tills/count-form.ts'

const euros = { culture: 'de-DE', currency: 'EUR', values: [100, 20, 0.2, 0.1, 0.01] }
const read = (form: Partial<CountForm>, of = euros) => readCount({ ...NOTHING_COUNTED, ...form }, of)
const faults = (form: Partial<CountForm>) => [...read(form).faults]

describe('a count of the till as it is typed', () => {
  it('is what the coins and notes come to, where any is counted, in digits of any keyboard', () => {
    const pieces = { '100': '2', '0.2': '３', '0.1': ' 1 ', '20': '' }
    expect(read({ pieces, counted: '7' })).toStrictEqual({
      faults: new Set(),
      pieces: [
        { value: 100, count: 2 },
        { value: 0.2, count: 3 },
        { value: 0.1, count: 1 },
      ],
      counted: 200.7,
      float: 200.7,
      deposit: 0,
    })
    expect(read({ pieces: { '100': '0' } })).toMatchObject({ counted: 0, pieces: [{ value: 100, count: 0 }] })
  })

  it('is an amount as the shop writes it, where nobody counts them one by one', () => {
    expect(read({ counted: '1.234,50', float: '200' })).toStrictEqual({
      faults: new Set(),
      pieces: undefined,
      counted: 1234.5,
      float: 200,
      deposit: 1034.5,
    })
  })

  it('names what is missing or wrong', () => {
    expect(faults({})).toStrictEqual(['counted'])
    expect(faults({ counted: '12.3.4' })).toStrictEqual(['counted'])
    expect(faults({ counted: '10', float: '10,01' })).toStrictEqual(['float'])
    expect(faults({ counted: '10', float: 'all' })).toStrictEqual(['float'])
    for (const text of ['x', '-1', '1,5', '1000001'])
      expect(faults({ pieces: { '20': text } })).toStrictEqual(['20'])
  })

  it('comes to the cent to what it is made of, however much it is', () => {
    const many = fc.nat({ max: 1_000_000 })
    fc.assert(
      fc.property(fc.tuple(many, many, many, many, many), fc.nat(), (each, kept) => {
        const pieces = Object.fromEntries(euros.values.map((value, index) => [value, String(each[index])]))
        const [hundreds, twenties, twentyCents, tenCents, cents] = each
        const inCents = hundreds * 10_000 + twenties * 2000 + twentyCents * 20 + tenCents * 10 + cents
        const float = Math.min(kept, inCents) / 100
        const found = read({ pieces, float: float.toFixed(2).replace('.', ',') })
        expect(found.faults.size).toBe(0)
        expect(found.counted).toBe(inCents / 100)
        expect(Math.round((found.deposit ?? 0) * 100) + Math.round(float * 100)).toBe(inCents)
      }),
    )
  })

  it('differs by whole units of the currency', () => {
    expect(differenceOf(0.3, 0.1, 'EUR')).toBe(0.2)
    expect(differenceOf(99, 100, 'JPY')).toBe(-1)
    expect(differenceOf(1.005, 1, 'KWD')).toBe(0.005)
  })
})
