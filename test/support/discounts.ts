import { expect } from 'vitest'
import type { Cart } from '../../core/carts/cart.schema.ts'
import { aCampaign } from './campaigns.ts'
import type { Clerk } from './clerk.ts'
import { openShop, type Shop } from './shop.ts'

/** An amount of a currency with two decimals, in cents; nothing is 0. */
export const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Gives a cart a promotion code. */
export const giveCode = async (clerk: Clerk, cartId: string, name: string): Promise<void> => {
  expect((await clerk.post(`/carts/${cartId}/promotion-codes/${name}`)).status).toBe(200)
}

/** Every rule of the money of a line, and of the sums. */
export function expectExact(
  cart: Omit<Cart, 'billingAddress' | 'customer' | 'shipments' | 'orderLines'> & {
    readonly orderLines: readonly Omit<
      Cart['orderLines'][number],
      'customProperties' | 'productCatalogId' | 'priceGroupId'
    >[]
    readonly shipments: readonly {
      shipmentDiscount: number | null
      shipmentPrice: number
      shipmentPriceTotal: number
      tax: number
    }[]
  },
): void {
  for (const line of cart.orderLines) {
    const [price, unitDiscount, tax] = [cents(line.price), cents(line.unitDiscount), cents(line.tax)]
    expect(unitDiscount).toBeLessThanOrEqual(price)
    expect(tax).toBe(Math.round((price - unitDiscount) * line.taxRate))
    expect(cents(line.total)).toBe(line.quantity * (price - unitDiscount + tax))
    expect(cents(line.discount)).toBe(line.quantity * unitDiscount)
    expect(sum(line.discounts.map((part) => cents(part.amountOffTotal)))).toBe(cents(line.discount))
  }
  for (const shipment of cart.shipments) {
    const { shipmentPrice, shipmentDiscount, tax, shipmentPriceTotal } = shipment
    expect(cents(shipmentPriceTotal)).toBe(cents(shipmentPrice) - cents(shipmentDiscount) + cents(tax))
  }
  const ofLines = sum(cart.orderLines.map((line) => cents(line.discount)))
  const ofShipments = sum(cart.shipments.map((shipment) => cents(shipment.shipmentDiscount)))
  expect(cents(cart.discountTotal)).toBe(cents(cart.discount) + ofLines + ofShipments)
  expect(sum(cart.discounts.map((part) => cents(part.amountOffTotal)))).toBe(
    cents(cart.discount) + ofShipments,
  )
  expect(cents(cart.subTotal)).toBe(sum(cart.orderLines.map((line) => cents(line.total))))
  expect(cents(cart.orderTotal)).toBe(
    cents(cart.subTotal) + cents(cart.shippingTotal) + cents(cart.paymentTotal) - cents(cart.discount),
  )
  expect(cart.orderTotal).toBeGreaterThanOrEqual(0)
}

/** A shop that gives everybody half of the delivery and 3 EUR off the order, and for the code LINES a tenth off lines. */
export async function generousShop(): Promise<Shop> {
  const own = await openShop()
  await aCampaign(own, { name: 'Lines', off: 0.1, priority: 3, codes: ['LINES'] })
  await aCampaign(own, { name: 'Delivery', off: 0.5, target: 'shipping', priority: 2 })
  await aCampaign(own, { name: 'Order', off: { EUR: 3, DKK: 20 }, target: 'order', priority: 1 })
  return own
}
