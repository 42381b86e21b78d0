import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentFee, shipmentTotal, totalsOf } from '../../../core/pricing/totals.ts'
import { CommerceError } from '../../../core/kernel/errors.ts'
import { taxOf, lineTotal } from '../../../core/pricing/line.ts'

const rates = fc.constantFrom(0, 70_000, 88_750, 100_000, 190_000, 250_000, 333_333)

const lines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 5000 }),
      price: fc.integer({ min: 0, max: 5_000_000 }),
      rate: rates,
    })
    .chain(({ quantity, price, rate }) =>
      fc.integer({ min: 0, max: price }).map((unitDiscount) => ({
        quantity,
        price,
        unitDiscount,
        tax: taxOf(price, unitDiscount, rate),
      })),
    ),
  { maxLength: 8 },
)
const shipments = fc.array(
  fc.record({ price: fc.integer({ min: 0, max: 50_000 }), rate: rates }).chain(({ price, rate }) =>
    fc.integer({ min: 0, max: price }).map((discount) => ({
      price,
      discount,
      tax: taxOf(price, discount, rate),
    })),
  ),
  { maxLength: 1 },
)
const terms = fc.record({
  fee: fc.integer({ min: 0, max: 10_000 }),
  feeRate: fc.constantFrom(0, 17_500, 29_000),
})

describe('the totals of a cart (decisions, money of a line)', () => {
  it('are sums of parts that are rounded already: whole minor units, to the last of them', () => {
    fc.assert(
      fc.property(lines, shipments, terms, (ofCart, shipped, paying) => {
        const totals = totalsOf({ lines: ofCart, shipments: shipped, terms: paying })
        const goods = ofCart.reduce((sum, line) => sum + lineTotal(line), 0)
        const delivery = shipped.reduce((sum, shipment) => sum + shipmentTotal(shipment), 0)
        expect(totals.subTotal).toBe(goods)
        expect(totals.shippingTotal).toBe(delivery)
        expect(totals.paymentTotal).toBe(paymentFee(paying, goods + delivery))
        expect(totals.orderTotal).toBe(
          totals.subTotal + totals.shippingTotal + totals.paymentTotal - totals.discount,
        )
        for (const amount of Object.values(totals)) expect(amount).toSatisfy(Number.isSafeInteger)
      }),
    )
  })

  it('do not depend on the order of the lines', () => {
    const shuffled = lines.chain((ofCart) =>
      fc.tuple(fc.constant(ofCart), fc.shuffledSubarray(ofCart, { minLength: ofCart.length })),
    )
    fc.assert(
      fc.property(shuffled, shipments, ([ofCart, other], shipped) => {
        expect(totalsOf({ lines: other, shipments: shipped })).toStrictEqual(
          totalsOf({ lines: ofCart, shipments: shipped }),
        )
      }),
    )
  })

  it('are the same whether goods stand on one line or on several', () => {
    fc.assert(
      fc.property(lines, (ofCart) => {
        const units = ofCart.flatMap((line) => [
          { ...line, quantity: 1 },
          ...(line.quantity > 1 ? [{ ...line, quantity: line.quantity - 1 }] : []),
        ])
        expect(totalsOf({ lines: units, shipments: [] })).toStrictEqual(
          totalsOf({ lines: ofCart, shipments: [] }),
        )
      }),
    )
  })

  it('count every discount once, and take that off the order as a whole from its total', () => {
    fc.assert(
      fc.property(lines, shipments, fc.integer({ min: 0, max: 1000 }), (ofCart, shipped, discount) => {
        const plain = totalsOf({ lines: ofCart, shipments: shipped })
        const reduced = totalsOf({ lines: ofCart, shipments: shipped, discount })
        const ofLines = ofCart.reduce((sum, line) => sum + line.quantity * line.unitDiscount, 0)
        const ofShipments = shipped.reduce((sum, shipment) => sum + shipment.discount, 0)
        expect(reduced.discountTotal).toBe(discount + ofLines + ofShipments)
        expect(reduced.orderTotal).toBe(plain.orderTotal - discount)
        expect(reduced.subTotal).toBe(plain.subTotal)
      }),
    )
  })

  it('of an empty cart are all nothing', () => {
    expect(new Set(Object.values(totalsOf({ lines: [], shipments: [] })))).toStrictEqual(new Set([0]))
  })

  it('that are too large to be kept exactly are refused', () => {
    const line = { quantity: 1_000_000, price: 1_000_000_000_000, unitDiscount: 0, tax: 0 }
    expect(() => totalsOf({ lines: [line], shipments: [] })).toThrow(
      expect.objectContaining({ name: 'CommerceError', kind: 'BadRequest' }),
    )
    const many = Array.from({ length: 10 }, () => ({ ...line, quantity: 1000 }))
    expect(() => totalsOf({ lines: many, shipments: [] })).toThrow(CommerceError)
    expect(totalsOf({ lines: many.slice(0, 9), shipments: [] }).orderTotal).toBe(9_000_000_000_000_000)
  })
})

describe('the tax of a unit', () => {
  it('is taken of the price after discount, and rounded once', () => {
    expect(taxOf(1999, 0, 250_000)).toBe(500)
    expect(taxOf(1999, 1, 250_000)).toBe(500)
    expect(taxOf(1999, 1997, 250_000)).toBe(1)
    expect(lineTotal({ quantity: 3, price: 1999, unitDiscount: 0, tax: 500 })).toBe(7497)
  })
})
