import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorDigits, share, toMajor } from '../../core/kernel/money.ts'
import { lineTotal, priceOf } from '../../core/pricing/line.ts'
import type { Order } from '../../renderer/api/orders.ts'
import { namesOf, paidFor } from '../../renderer/features/orders/refund-lines.ts'

type Lines = Order['orderLines']

/** An order as the core makes it of prices in minor units, quantities and what is off it as a whole, in millionths. */
function orderOf(
  goods: readonly (readonly [price: number, quantity: number])[],
  off: number,
  currency: string,
) {
  const lines = goods.map(([price, quantity], index) => {
    const total = lineTotal({ ...priceOf(price, 190_000), quantity })
    return { id: String(index), quantity, total, productName: `Mug ${index}` }
  })
  const subTotal = lines.reduce((sum, { total }) => sum + total, 0)
  const major = (minor: number) => toMajor(minor, currency)
  return {
    orderLines: lines.map((line) => ({ ...line, total: major(line.total) })) as Lines,
    subTotal: major(subTotal),
    discount: major(share(subTotal, off)),
    billingCurrency: { id: '', isoCode: currency },
  }
}
const goods = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_999_99 }), fc.integer({ min: 1, max: 500 })), {
  minLength: 1,
  maxLength: 20,
})
const currency = fc.constantFrom('EUR', 'JPY', 'KWD')

describe('what was paid for goods that come back', () => {
  it('is for all of them what was paid for all, to the minor unit', () => {
    fc.assert(
      fc.property(goods, fc.integer({ min: 0, max: 1_000_000 }), currency, (sold, off, isoCode) => {
        const order = orderOf(sold, off, isoCode)
        const all = Object.fromEntries(order.orderLines.map(({ id, quantity }) => [id, quantity]))
        const scale = 10 ** minorDigits(isoCode)
        expect(Math.round(paidFor(order, all) * scale)).toBe(
          Math.round(order.subTotal * scale) - Math.round(order.discount * scale),
        )
      }),
    )
  })

  it('is whole minor units, nothing for nothing, and never more for fewer', () => {
    fc.assert(
      fc.property(goods, fc.integer({ min: 0, max: 1_000_000 }), currency, (sold, off, isoCode) => {
        const order = orderOf(sold, off, isoCode)
        expect(paidFor(order, {})).toBe(0)
        const [line] = order.orderLines
        const one = paidFor(order, { [line?.id ?? '']: 1 })
        const more = paidFor(order, { [line?.id ?? '']: line?.quantity ?? 0 })
        expect(one).toBeLessThanOrEqual(more)
        expect(one).toBeGreaterThanOrEqual(0)
        expect(Number(one.toFixed(minorDigits(isoCode)))).toBe(one)
      }),
    )
  })

  it('takes the share of what was off the whole order off', () => {
    const order = orderOf(
      [
        [10_000, 2],
        [5_000, 1],
      ],
      100_000,
      'EUR',
    )
    expect(order.subTotal).toBe(297.5)
    expect(paidFor(order, { 0: 1 })).toBe(107.1)
    expect(namesOf(order.orderLines, { 0: 1, 1: 0 })).toBe('1 × Mug 0')
  })
})
