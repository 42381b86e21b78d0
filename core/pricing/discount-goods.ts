import {
  discountsOf,
  type Campaign,
  type DiscountPart,
  type PricedLine,
  type PricedShipment,
} from './discounts.ts'
import { taxOf, type LineAmounts } from './line.ts'
import { totalsOf, type ShipmentAmounts, type Totals } from './totals.ts'

/** What is in a cart. */
export interface Goods<L, S> {
  readonly lines: readonly L[]
  readonly shipment?: S | undefined
}

/** Lines and shipment with their discounts, and the tax of what is left. */
export interface DiscountedGoods<L, S> {
  readonly lines: readonly L[]
  readonly shipment: S | undefined
  readonly parts: readonly DiscountPart[]
  /** What it comes to then, without a payment. */
  readonly totals: Totals
}

/** Takes off lines, shipment and order what campaigns take, whatever they were discounted by before. */
export function discountGoods<L extends PricedLine & LineAmounts, S extends PricedShipment & ShipmentAmounts>(
  goods: Goods<L, S>,
  campaigns: readonly Campaign[],
): DiscountedGoods<L, S> {
  const { units, shipment: offShipment, order: discount, parts } = discountsOf(goods, campaigns)
  const lines = goods.lines.map((line) => {
    const unitDiscount = units.get(line.id) ?? 0
    return {
      ...line,
      unitDiscount,
      tax: taxOf(line.price, unitDiscount, line.taxRate),
    }
  })
  const shipment = goods.shipment && {
    ...goods.shipment,
    discount: offShipment,
    tax: taxOf(goods.shipment.price, offShipment, goods.shipment.taxRate),
  }
  const totals = totalsOf({
    lines,
    shipments: shipment ? [shipment] : [],
    discount,
  })
  return { lines, shipment, parts, totals }
}
