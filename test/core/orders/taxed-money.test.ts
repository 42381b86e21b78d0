import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumParts, taxMoves, type Moved, type TaxedPart } from '../../../core/orders/payments/taxed-money.ts'

const amountOf = (parts: readonly TaxedPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)
const part = (rate: number | null, amount: number, tax: number): TaxedPart => ({ rate, amount, tax })
const capture = (amount: number): Moved => ({ kind: 'capture', amount, goods: [] })
const refund = (amount: number, goods: readonly TaxedPart[] = []): Moved => ({
  kind: 'refund',
  amount,
  goods,
})

const line = fc
  .record({
    rate: fc.constantFrom(0, 50_000, 70_000, 190_000, 250_000),
    quantity: fc.integer({ min: 1, max: 9 }),
    net: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(({ net, quantity, rate }) => {
    const tax = Math.round((net * rate) / 1_000_000)
    return { quantity, unit: part(rate, net + tax, tax) }
  })
type Line = { readonly quantity: number; readonly unit: TaxedPart }
const times = (unit: TaxedPart, quantity: number) =>
  part(unit.rate, quantity * unit.amount, quantity * unit.tax)
const goodsOf = (lines: readonly Line[]) => lines.map(({ quantity, unit }) => times(unit, quantity))

/** An order, with what is off it as a whole or what its payment costs. */
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    off: fc.double({ min: -0.2, max: 1, noNaN: true }),
  })
  .map(({ lines, off }) => {
    const goods = goodsOf(lines)
    return { lines, off, parts: sumParts([...goods, part(null, -Math.floor(amountOf(goods) * off), 0)]) }
  })
/** Of what is there, how much goes each time, and whether it is said which goods come back. */
const steps = fc.array(
  fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), line: fc.nat(5), named: fc.boolean() }),
  { maxLength: 5 },
)

describe('what of money that comes and goes is tax', () => {
  it('is what the order says, of goods that come back their own, and nothing when all has gone back', () => {
    const sold = [part(250_000, 12_500, 2500), part(70_000, 2140, 140), part(null, 200, 0)]
    expect(
      taxMoves(sold, [capture(14_840), refund(1070, [part(70_000, 1070, 70)]), refund(13_770)]),
    ).toStrictEqual([
      sold,
      [part(70_000, 1070, 70)],
      [part(250_000, 12_500, 2500), part(70_000, 1070, 70), part(null, 200, 0)],
    ])
  })

  it('is of each rate alike where nobody says which goods came back, or more goes than these cost', () => {
    const sold = [part(250_000, 7500, 1500), part(0, 2500, 0)]
    expect(
      taxMoves(sold, [capture(10_000), refund(1000), refund(3000, [part(0, 1000, 0)])]).slice(1),
    ).toStrictEqual([
      [part(250_000, 750, 150), part(0, 250, 0)],
      // 1 000 of the goods themselves, 2 000 of 6 750 and 1 250 that are left.
      [part(250_000, 1688, 338), part(0, 1312, 0)],
    ])
  })

  it('of one that is off as a whole is what stands on the order', () => {
    const sold = [part(250_000, 10_000, 2000), part(null, -1000, 0)]
    expect(taxMoves(sold, [capture(4500), capture(4500)])).toStrictEqual([
      [part(250_000, 5000, 1000), part(null, -500, 0)],
      [part(250_000, 5000, 1000), part(null, -500, 0)],
    ])
  })

  it('of goods that come back is their own, less their share of what was off the order as a whole', () => {
    const sold = [part(250_000, 10_000, 2000), part(null, -3000, 0)]
    const one = [part(250_000, 5000, 1000), part(null, -1500, 0)]
    expect(taxMoves(sold, [capture(7000), refund(3500, one), refund(3500, one)]).slice(1)).toStrictEqual([
      one,
      one,
    ])
    // Of what they cost some is kept.
    expect(taxMoves(sold, [capture(7000), refund(350, one)]).at(-1)).toStrictEqual([
      part(250_000, 500, 100),
      part(null, -150, 0),
    ])
  })

  it('makes each amount, the order when all of it came, and nothing when all of it went, whatever came back', () => {
    fc.assert(
      fc.property(order, steps, steps, fc.boolean(), ({ lines, off, parts }, ins, outs, isLess) => {
        const total = amountOf(parts)
        const moves: Moved[] = []
        let [left, held] = [total, 0]
        for (const { share } of ins) {
          const amount = Math.floor(left * share)
          moves.push(capture(amount))
          left -= amount
        }
        moves.push(capture(left))
        held = total
        const captures = moves.length
        for (const { line: index, named, share } of outs) {
          const amount = Math.floor(held * share)
          const one = lines[index % lines.length]
          const goods = named && one ? [one.unit] : []
          const less = isLess && off > 0 ? [part(null, -Math.floor(amountOf(goods) * off), 0)] : []
          moves.push(refund(amount, [...goods, ...less]))
          held -= amount
        }
        moves.push(refund(held))
        const taxed = taxMoves(parts, moves)
        expect(taxed.map(amountOf)).toStrictEqual(moves.map(({ amount }) => amount))
        expect(sumParts(taxed.slice(0, captures).flat())).toStrictEqual(parts)
        const went = taxed.slice(captures).flat()
        expect(sumParts(went)).toStrictEqual(parts)
        for (const { amount, rate, tax } of taxed.flat())
          expect(
            rate === null || (amount >= 0 && tax >= 0 && tax <= amount),
            `${rate}: ${tax} of ${amount}`,
          ).toBe(true)
      }),
    )
  })

  it('of goods that come back at what they were sold for is their own, one after the other', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const units = lines.flatMap(({ quantity, unit }) => Array.from({ length: quantity }, () => unit))
        const parts = sumParts(units)
        const moves = [capture(amountOf(parts)), ...units.map((unit) => refund(unit.amount, [unit]))]
        expect(taxMoves(parts, moves).slice(1)).toStrictEqual(units.map((unit) => sumParts([unit])))
      }),
    )
  })

  it('is exact of amounts whose products are not', () => {
    const sold = [part(250_000, 8_000_000_000_001, 1_600_000_000_000), part(0, 1_999_999_999_999, 0)]
    const [first = [], last = []] = taxMoves(sold, [capture(9_999_999_999_999), capture(1)])
    expect(first).toStrictEqual([
      part(250_000, 8_000_000_000_000, 1_600_000_000_000),
      part(0, 1_999_999_999_999, 0),
    ])
    expect(last).toStrictEqual([part(250_000, 1, 0)])
  })
})
