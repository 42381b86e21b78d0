import type { Product } from '../../core/catalog/catalog.schema.ts'
import type { Order } from '../../core/orders/order.schema.ts'

/** What of an order its total comes from. */
export interface Priced {
  readonly orderLines: readonly Pick<Order['orderLines'][number], 'sku' | 'variantSku' | 'quantity'>[]
  readonly shipments: readonly Pick<Order['shipments'][number], 'shipmentPrice' | 'taxRate'>[]
  readonly payments: readonly Pick<Order['payments'][number], 'fee' | 'feePercentage'>[]
}

/** Cents of an amount such as 12.5, by its decimal digits and not by arithmetic on fractions. */
function cents(amount: number): bigint {
  const [whole = '0', fraction = ''] = amount.toFixed(2).split('.')
  return BigInt(whole) * 100n + BigInt(fraction)
}

/** A share of whole cents, rounded half up; the rate is in millionths. */
const share = (amount: bigint, rate: number): bigint =>
  (amount * BigInt(Math.round(rate * 1e6)) + 500_000n) / 1_000_000n

/**
 * What an order has to come to, reckoned from the price list in a way of its own: quantity × (price + its tax) of each
 * line, the delivery with its tax, and the payment's fee. In major units.
 * @param products the order's goods as the price list of its price group has them
 */
export function orderTotal(order: Priced, products: readonly Product[]): number {
  let total = 0n
  for (const line of order.orderLines) {
    const product = products.find(({ variantSku, sku }) => variantSku === line.variantSku && sku === line.sku)
    if (!product) throw new Error(`${line.sku} is not on the price list.`)
    const price = cents(product.price)
    total += BigInt(line.quantity) * (price + share(price, product.taxRate))
  }
  for (const shipment of order.shipments) {
    const price = cents(shipment.shipmentPrice)
    total += price + share(price, shipment.taxRate)
  }
  let fees = 0n
  for (const { fee, feePercentage } of order.payments) fees += cents(fee) + share(total, feePercentage)
  return Number(total + fees) / 100
}
