import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorDigits, share, toMajor } from '../../core/kernel/money.ts'
import { shipmentColumns } from '../../core/orders/order-contents.ts'
import { partsOf } from '../../core/orders/payments/taxed-transactions.ts'
import { viewTaxes } from '../../core/orders/payments/transaction-view.ts'
import { lineTotal, taxOf } from '../../core/pricing/line.ts'
import { totalsOf } from '../../core/pricing/totals.ts'
import { taxLinesOf } from '../../renderer/features/print/tax-lines.ts'

/** What has no part in its money. */
const SHIPPED = {
  id: '',
  shippingMethodId: '',
  priceGroupId: '',
  shipmentName: '',
  deliveryNote: null,
  trackAndTrace: null,
}

/** An order in minor units, its rates in millionths; the core's own arithmetic makes it one. */
interface Sale {
  readonly currency: string
  readonly goods: readonly { price: number; off: number; quantity: number; rate: number }[]
  readonly delivery: readonly { price: number; rate: number }[]
  readonly off: number
  readonly fee: number
}

function orderOf({ currency, goods, delivery, off, fee }: Sale) {
  const lines = goods.map(({ price, off, quantity, rate }) => {
    const unitDiscount = share(price, off)
    return { price, unitDiscount, quantity, taxRate: rate, tax: taxOf(price, unitDiscount, rate) }
  })
  const shipments = delivery.map(({ price, rate }) => ({
    ...SHIPPED,
    price,
    taxRate: rate,
    discount: 0,
    tax: taxOf(price, 0, rate),
  }))
  const discount = share(
    lines.reduce((sum, line) => sum + lineTotal(line), 0),
    off,
  )
  const totals = totalsOf({ lines, shipments, discount, terms: { fee, feeRate: 0 } })
  const [shipment] = shipments
  const parts = partsOf(
    {
      ...shipmentColumns(shipment),
      payment_total: totals.paymentTotal,
      discount,
    },
    lines,
  )
  const amount = toMajor(totals.orderTotal, currency)
  return { amount, tax: toMajor(totals.tax, currency), taxes: viewTaxes(parts, currency).taxes }
}

const rate = fc.constantFrom(0, 70_000, 125_000, 190_000, 250_000, 77_500)
const price = fc.integer({ min: 0, max: 9_999_999 })
const sale: fc.Arbitrary<Sale> = fc.record({
  currency: fc.constantFrom('EUR', 'DKK', 'JPY', 'KWD'),
  goods: fc.array(
    fc.record({
      price,
      rate,
      off: fc.integer({ min: 0, max: 1_000_000 }),
      quantity: fc.integer({ min: 1, max: 1000 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  delivery: fc.array(fc.record({ price, rate }), { maxLength: 1 }),
  off: fc.integer({ min: 0, max: 1_000_000 }),
  fee: fc.integer({ min: 0, max: 10_000 }),
})

describe('the tax lines of a document', () => {
  it('add up to the order, to the minor unit', () => {
    fc.assert(
      fc.property(sale, (sold) => {
        const order = orderOf(sold)
        const { rates, untaxed, net, tax, gross } = taxLinesOf(order, sold.currency)
        const minor = (amount: number) => Math.round(amount * 10 ** minorDigits(sold.currency))
        const sum = (of: 'net' | 'tax' | 'gross') => rates.reduce((all, line) => all + minor(line[of]), 0)

        expect(sum('tax')).toBe(minor(order.tax))
        expect(sum('gross') + minor(untaxed)).toBe(minor(order.amount))
        expect(sum('net') + minor(untaxed)).toBe(minor(net))
        expect(minor(net) + minor(tax)).toBe(minor(gross))
        expect([tax, gross]).toEqual([order.tax, order.amount])
        for (const line of rates) expect(minor(line.net) + minor(line.tax)).toBe(minor(line.gross))
      }),
    )
  })

  it('are one for each rate, the highest first', () => {
    const { rates, untaxed } = taxLinesOf(
      orderOf({
        currency: 'EUR',
        goods: [
          { price: 1000, off: 0, quantity: 2, rate: 70_000 },
          { price: 333, off: 0, quantity: 3, rate: 190_000 },
          { price: 5000, off: 100_000, quantity: 1, rate: 70_000 },
        ],
        delivery: [{ price: 400, rate: 190_000 }],
        off: 0,
        fee: 395,
      }),
      'EUR',
    )
    expect(rates).toEqual([
      { rate: 0.19, net: 13.99, tax: 2.65, gross: 16.64 },
      { rate: 0.07, net: 65, tax: 4.55, gross: 69.55 },
    ])
    expect(untaxed).toBe(3.95)
  })

  it('leave out what costs nothing', () => {
    const { rates } = taxLinesOf(
      orderOf({
        currency: 'JPY',
        goods: [{ price: 1122, off: 0, quantity: 3, rate: 100_000 }],
        delivery: [{ price: 0, rate: 0 }],
        off: 0,
        fee: 0,
      }),
      'JPY',
    )
    expect(rates).toEqual([{ rate: 0.1, net: 3366, tax: 336, gross: 3702 }])
  })
})
