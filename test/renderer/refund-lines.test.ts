import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorDigits, share, toMajor } from '../../core/kernel/money.ts'
import { lineTotal, priceOf } from '../../core/pricing/line.ts'
import type { Order } from '../../renderer/api/orders.ts'
import { linesOf, paidFor, returnedWith } from '../../renderer/features/orders/refund-lines.ts'

type Lines = Order['orderLines']

/** An order as the core makes it of prices in minor units, quantities, what is off it as a whole, in millionths, and delivery. */
function orderOf(
  goods: readonly (readonly [price: number, quantity: number])[],
  off: number,
  currency: string,
  shippingTotal = 0,
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
    shippingTotal: major(shippingTotal),
    discount: major(share(subTotal + shippingTotal, off)),
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
  })

  it('leaves what was off the delivery to the delivery', () => {
    const order = orderOf([[10_000, 1]], 900_000, 'EUR', 11_900)
    expect(order).toMatchObject({ subTotal: 119, discount: 214.2 })
    expect(paidFor(order, { 0: 1 })).toBe(11.9)
  })

  it('is the same for goods that come back one after the other as for all at once', () => {
    const thirds = orderOf([[84, 3]], 333_333, 'EUR')
    expect(thirds).toMatchObject({ subTotal: 3, discount: 1 })
    expect(paidFor(thirds, { 0: 3 })).toBe(2)
    expect([0, 1, 2].map((before) => paidFor(thirds, { 0: 1 }, { 0: before }))).toStrictEqual([
      0.67, 0.66, 0.67,
    ])
  })
})

describe('the pieces that came back', () => {
  const { orderLines } = orderOf(
    [
      [10_000, 3],
      [5_000, 1],
    ],
    0,
    'EUR',
  )
  const refund = (...pieces: readonly (readonly [lineId: string, quantity: number])[]) => ({
    lines: pieces.map(([lineId, quantity]) => ({
      lineId,
      quantity,
      sku: 'MUG',
      variantSku: null,
      productName: 'Mug',
      amount: 1,
    })),
  })

  it('are those of all earlier refunds', () => {
    expect(returnedWith([])).toStrictEqual({})
    // One of them of so much money.
    const refunds = [refund(['0', 1]), refund(), refund(['1', 1], ['0', 1])]
    expect(returnedWith(refunds)).toStrictEqual({ 0: 2, 1: 1 })
  })

  it('are told line by line, without those of which none come back', () => {
    expect(linesOf(orderLines, { 1: 1, 0: 2 })).toStrictEqual([
      { lineId: '0', quantity: 2 },
      { lineId: '1', quantity: 1 },
    ])
    expect(linesOf(orderLines, { 0: 0 })).toStrictEqual([])
  })
})
