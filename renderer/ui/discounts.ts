import { toMajor, toMinor } from './format.ts'
import { minorWithTax, withTax } from './tax.ts'

/** What a campaign takes off, as a customer is told: tax included where what it is off includes tax. */
export interface NamedDiscount {
  readonly id: string
  readonly campaign: string
  /** The part of the campaign: `10% off everything`. */
  readonly item: string
  readonly description: string
  /** Major units, more than 0. */
  readonly amount: number
}

interface DiscountPart {
  readonly id: string
  readonly campaignName: string
  readonly campaignItemName: string
  readonly description: string
  readonly amountOffTotal: number
}

/** A line of a cart or an order (section 2.5); `price` and what is off it are without tax. */
export interface DiscountedLine {
  readonly price: number
  readonly quantity: number
  readonly unitDiscount: number | null
  readonly taxRate: number
  readonly total: number
  readonly discounts: readonly DiscountPart[]
}

/** A shipment of a cart or an order (section 2.6); price and discount are without tax. */
interface DiscountedShipment {
  readonly shipmentPrice: number
  readonly shipmentDiscount: number | null
  readonly shipmentPriceTotal: number
  readonly taxRate: number
}

/** What of a cart or an order says how its totals come about. */
export interface DiscountedOrder {
  readonly orderLines: readonly DiscountedLine[]
  readonly shipments: readonly DiscountedShipment[]
  /** Those of shipments first, then those of the order as a whole: the order in which they are taken off. */
  readonly discounts: readonly DiscountPart[]
}

/** The rows of a bill: each part as it was before discounts, and below it what was taken off. */
export interface DiscountedTotals {
  readonly goods: number
  readonly goodsDiscounts: readonly NamedDiscount[]
  readonly shipping: number
  readonly shippingDiscounts: readonly NamedDiscount[]
  readonly orderDiscounts: readonly NamedDiscount[]
}

/** What one unit of a line would cost without its discount, tax included. */
export const priceBefore = ({ price, taxRate }: DiscountedLine, currency: string): number =>
  withTax(price, taxRate, currency)

/** The discounts of a line with the tax that goes with them: together what the line would cost more without. */
export function lineDiscounts(line: DiscountedLine, currency: string): NamedDiscount[] {
  const before = line.quantity * minorWithTax(line.price, line.taxRate, currency)
  return shareOut(line.discounts, line.taxRate, before - toMinor(line.total, currency), currency)
}

/**
 * The rows that lead to the order's total: their amounts, discounts taken off, add up to it (with the payment's fee).
 * A campaign that is off several lines is one row.
 */
export function discountedTotals(
  { orderLines, shipments, discounts }: DiscountedOrder,
  currency: string,
): DiscountedTotals {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const major = (minor: number) => toMajor(minor, currency)
  const minor = (amount: number | null) => toMinor(amount ?? 0, currency)

  const shippingBefore = sum(
    shipments.map(({ shipmentPrice, taxRate }) => minorWithTax(shipmentPrice, taxRate, currency)),
  )
  const shipping = sum(shipments.map(({ shipmentPriceTotal }) => minor(shipmentPriceTotal)))
  const { ofShipments, ofOrder } = splitDiscounts(
    discounts,
    sum(shipments.map(({ shipmentDiscount }) => minor(shipmentDiscount))),
    currency,
  )
  return {
    goods: major(
      sum(
        orderLines.map(({ price, quantity, taxRate }) => quantity * minorWithTax(price, taxRate, currency)),
      ),
    ),
    goodsDiscounts: byCampaignItem(
      orderLines.flatMap((line) => lineDiscounts(line, currency)),
      currency,
    ),
    shipping: major(shippingBefore),
    shippingDiscounts: shareOut(ofShipments, shipments[0]?.taxRate ?? 0, shippingBefore - shipping, currency),
    orderDiscounts: ofOrder.map((part) => named(part, part.amountOffTotal)),
  }
}

/** Parts of shipments come first; they are as many as make up what the shipments are discounted by. */
function splitDiscounts(parts: readonly DiscountPart[], shipmentDiscount: number, currency: string) {
  let left = shipmentDiscount
  const ofShipments = parts.filter((part) => {
    if (left <= 0) return false
    left -= toMinor(part.amountOffTotal, currency)
    return true
  })
  return { ofShipments, ofOrder: parts.slice(ofShipments.length) }
}

/** Adds to each part its tax; the last one takes what rounding leaves, so that together they are the difference. */
function shareOut(
  parts: readonly DiscountPart[],
  taxRate: number,
  difference: number,
  currency: string,
): NamedDiscount[] {
  let left = difference
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1
    const amount = isLast ? left : Math.min(left, minorWithTax(part.amountOffTotal, taxRate, currency))
    left -= amount
    return named(part, toMajor(amount, currency))
  })
}

function byCampaignItem(discounts: readonly NamedDiscount[], currency: string): NamedDiscount[] {
  const groups = Map.groupBy(discounts, ({ campaign, item }) => JSON.stringify([campaign, item]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const amount = group.reduce((total, discount) => total + toMinor(discount.amount, currency), 0)
    return first ? [{ ...first, amount: toMajor(amount, currency) }] : []
  })
}

const named = (
  { id, campaignName, campaignItemName, description }: DiscountPart,
  amount: number,
): NamedDiscount => ({ id, campaign: campaignName, item: campaignItemName, description, amount })
