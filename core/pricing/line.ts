import { share, type Minor, type Ppm } from '../kernel/money.ts'

/** What the money of a line comes from; all amounts per unit. */
export interface LineAmounts {
  readonly quantity: number
  /** Without tax and discount. */
  readonly price: Minor
  readonly unitDiscount: Minor
  readonly tax: Minor
}

/** The tax of one unit or one shipment: rounded here, once; everything behind is sums. */
export const taxOf = (price: Minor, discount: Minor, rate: Ppm): Minor => share(price - discount, rate)

export const lineTotal = ({ quantity, price, unitDiscount, tax }: LineAmounts): Minor =>
  quantity * (price - unitDiscount + tax)

export const lineDiscount = ({ quantity, unitDiscount }: LineAmounts): Minor => quantity * unitDiscount

/** What a unit is sold for before discounts. */
export const priceOf = (price: Minor, taxRate: Ppm) => ({
  price,
  unitDiscount: 0,
  tax: taxOf(price, 0, taxRate),
  taxRate,
})
