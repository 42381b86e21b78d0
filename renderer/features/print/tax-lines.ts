import type { Order, OrderTransaction } from '../../api/orders.ts'
import { toMajor, toMinor } from '../../ui/format.ts'

/** What of an order was taxed at one rate, in major units: `net` + `tax` = `gross`. */
export interface TaxLine {
  /** A fraction. */
  readonly rate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

export interface TaxLines {
  /** Highest rate first. */
  readonly rates: readonly TaxLine[]
  /** What has no tax of its own: the fee of the payment, less what was off the order as a whole. */
  readonly untaxed: number
  /** All of it: `gross` is what the order costs, `tax` what it says to be its tax. */
  readonly net: number
  readonly tax: number
  readonly gross: number
}

type TaxedOrder = Pick<Order, 'billingCurrency' | 'orderTotal' | 'tax' | 'discount' | 'paymentTotal'> & {
  readonly orderLines: readonly Pick<Order['orderLines'][number], 'quantity' | 'tax' | 'taxRate' | 'total'>[]
  readonly shipments: readonly Pick<Order['shipments'][number], 'tax' | 'taxRate' | 'shipmentPriceTotal'>[]
}

/**
 * The tax of an order by rate. The tax of each unit was rounded once when it was sold: here everything is sums of whole
 * minor units, so that the lines add up to the order to the last of them.
 */
export function taxLinesOf(order: TaxedOrder): TaxLines {
  const { isoCode } = order.billingCurrency
  const minor = (amount: number): number => toMinor(amount, isoCode)
  const major = (amount: number): number => toMajor(amount, isoCode)
  const line = (rate: number, gross: number, tax: number): TaxLine => ({
    rate,
    net: major(gross - tax),
    tax: major(tax),
    gross: major(gross),
  })

  const parts = [
    ...order.orderLines.map(({ quantity, tax, taxRate, total }) => ({
      taxRate,
      gross: minor(total),
      tax: quantity * minor(tax),
    })),
    ...order.shipments.map(({ tax, taxRate, shipmentPriceTotal }) => ({
      taxRate,
      gross: minor(shipmentPriceTotal),
      tax: minor(tax),
    })),
  ]
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  const rates = [...Map.groupBy(parts, ({ taxRate }) => taxRate)]
    .map(([rate, same]) => line(rate, sum(same.map(({ gross }) => gross)), sum(same.map(({ tax }) => tax))))
    // What costs nothing has no line: a collection, a gift.
    .filter(({ gross, tax }) => gross !== 0 || tax !== 0)
    .toSorted((a, b) => b.rate - a.rate)
  const { net, tax, gross } = line(0, minor(order.orderTotal), minor(order.tax))
  return {
    rates,
    untaxed: major(minor(order.paymentTotal) - minor(order.discount ?? 0)),
    net,
    tax,
    gross,
  }
}

/** The tax of what was paid back, by rate, as the core has reckoned it. */
export function taxLinesOfRefund(
  { amount, tax, taxes }: Pick<OrderTransaction, 'amount' | 'tax' | 'taxes'>,
  isoCode: string,
): TaxLines {
  return {
    rates: taxes.flatMap((part) =>
      part.rate === null
        ? []
        : [{ rate: part.rate, net: part.withoutTax, tax: part.tax, gross: part.amount }],
    ),
    untaxed: taxes.find(({ rate }) => rate === null)?.amount ?? 0,
    net: toMajor(toMinor(amount, isoCode) - toMinor(tax, isoCode), isoCode),
    tax,
    gross: amount,
  }
}
