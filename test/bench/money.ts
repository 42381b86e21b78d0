/** Amounts in whole minor units, computed here on their own: neither server is asked what is right. */
export interface Totals {
  readonly subTotal: number
  readonly shippingTotal: number
  readonly paymentTotal: number
  readonly tax: number
  readonly orderTotal: number
}

export interface SoldLine {
  readonly quantity: number
  /** Of one unit, without tax; minor units. */
  readonly price: number
  /** Of one unit; minor units. */
  readonly tax: number
}

/** What a delivery costs: minor units without tax, and the tax rate in millionths. */
export interface DeliveryTerms {
  readonly price: number
  readonly taxPpm: number
}

/** What paying costs: a fixed fee in minor units, and the share in millionths. */
export interface PaymentTerms {
  readonly fee: number
  readonly feePpm: number
}

/** A share in millionths of an amount that is not negative, rounded half up. */
export const share = (minor: number, ppm: number): number => Math.floor((minor * ppm + 500_000) / 1_000_000)

/** What lines, a delivery and a payment method come to. */
export function totalsOf(
  lines: readonly SoldLine[],
  { shipping, payment }: { readonly shipping: DeliveryTerms; readonly payment: PaymentTerms },
): Totals {
  const subTotal = sum(lines.map(({ quantity, price, tax }) => quantity * (price + tax)))
  const shippingTax = share(shipping.price, shipping.taxPpm)
  const shippingTotal = shipping.price + shippingTax
  const paymentTotal = payment.fee + share(subTotal + shippingTotal, payment.feePpm)
  return {
    subTotal,
    shippingTotal,
    paymentTotal,
    tax: sum(lines.map(({ quantity, tax }) => quantity * tax)) + shippingTax,
    orderTotal: subTotal + shippingTotal + paymentTotal,
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
