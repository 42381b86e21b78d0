import { badRequest } from '../kernel/errors.ts'
import { share, type Minor, type Ppm } from '../kernel/money.ts'
import { lineDiscount, lineTotal, type LineAmounts } from './line.ts'

export interface ShipmentAmounts {
  readonly price: Minor
  readonly discount: Minor
  readonly tax: Minor
}

export interface Totals {
  readonly subTotal: Minor
  readonly shippingTotal: Minor
  readonly paymentTotal: Minor
  /** Off the order as a whole. */
  readonly discount: Minor
  /** That, and what lines and shipments are discounted by. */
  readonly discountTotal: Minor
  readonly tax: Minor
  readonly orderTotal: Minor
}

export const shipmentTotal = ({ price, discount, tax }: ShipmentAmounts): Minor => price - discount + tax

/** What is paid for paying: the fixed fee and the share of everything else that is to be paid. */
export const paymentFee = (terms: { fee: Minor; feeRate: Ppm }, toPay: Minor): Minor =>
  terms.fee + share(toPay, terms.feeRate)

/**
 * The totals of a cart or an order (decisions, money of a line), in minor units.
 * @param terms of the payment method, where one is chosen
 * @throws CommerceError BadRequest where the sums are larger than can be kept exactly
 */
export function totalsOf({
  lines,
  shipments,
  discount = 0,
  terms,
}: {
  readonly lines: readonly LineAmounts[]
  readonly shipments: readonly ShipmentAmounts[]
  readonly discount?: Minor
  readonly terms?: { readonly fee: Minor; readonly feeRate: Ppm } | undefined
}): Totals {
  const subTotal = sum(lines, lineTotal)
  const shippingTotal = sum(shipments, shipmentTotal)
  const toPay = subTotal + shippingTotal - discount
  const paymentTotal = terms ? paymentFee(terms, toPay) : 0
  const orderTotal = toPay + paymentTotal
  const discountTotal = discount + sum(lines, lineDiscount) + sum(shipments, (shipment) => shipment.discount)
  if (![subTotal, discountTotal, orderTotal].every(Number.isSafeInteger)) {
    throw badRequest('cart.too-large', 'The total is larger than can be charged.')
  }
  return {
    subTotal,
    shippingTotal,
    paymentTotal,
    discount,
    discountTotal,
    tax: sum(lines, (line) => line.quantity * line.tax) + sum(shipments, (shipment) => shipment.tax),
    orderTotal,
  }
}

const sum = <T>(items: readonly T[], amount: (item: T) => Minor): Minor =>
  items.reduce((total, item) => total + amount(item), 0)
