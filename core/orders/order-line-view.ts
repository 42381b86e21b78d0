import type { CustomProperty } from '../custom-properties/custom-property.schema.ts'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import { toMajor, toRate } from '../kernel/money.ts'
import { shipmentTotal, type Totals } from '../pricing/totals.ts'
import type { Discount } from './order-line.schema.ts'
import type { LineRecord, ShipmentRecord, DiscountRecord } from './order-contents.ts'
import { lineTotal, lineDiscount } from '../pricing/line.ts'

/** Totals in major units. */
export function viewTotals(totals: Totals, currency: string) {
  return {
    discount: toMajor(totals.discount, currency),
    discountTotal: toMajor(totals.discountTotal, currency),
    orderTotal: toMajor(totals.orderTotal, currency),
    paymentTotal: toMajor(totals.paymentTotal, currency),
    shippingTotal: toMajor(totals.shippingTotal, currency),
    subTotal: toMajor(totals.subTotal, currency),
    tax: toMajor(totals.tax, currency),
  }
}

/** The discounts of lines, by the line's id. */
export type DiscountsByLine = ReadonlyMap<string | null, readonly DiscountRecord[]>

export const byLine = (discounts: readonly DiscountRecord[]): DiscountsByLine =>
  Map.groupBy(discounts, (discount) => discount.lineId)

/** What lines of carts and orders share, in major units. */
export function viewLine(row: LineRecord, discounts: DiscountsByLine, currency: string) {
  return {
    id: row.id,
    sku: row.sku,
    variantSku: row.variantSku,
    productName: row.productName,
    price: toMajor(row.price, currency),
    quantity: row.quantity,
    discount: toMajor(lineDiscount(row), currency),
    unitDiscount: toMajor(row.unitDiscount, currency),
    discounts: (discounts.get(row.id) ?? []).map((discount) => viewDiscount(discount, currency)),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.taxRate),
    total: toMajor(lineTotal(row), currency),
  }
}

/** What a cart or an order was discounted by, in major units; what is off its lines stands with the lines. */
export const viewDiscount = (row: DiscountRecord, currency: string): Discount => ({
  id: row.id,
  campaignName: row.campaignName,
  campaignItemName: row.campaignItemName,
  description: row.description,
  amountOffTotal: toMajor(row.amount, currency),
})

/** Off the shipment or the order. */
export const isNotOfLine = (row: DiscountRecord): boolean => row.lineId === null

/** What shipments of carts and orders share, in major units. */
export function viewShipment(row: ShipmentRecord, currency: string) {
  return {
    id: row.id,
    deliveryNote: row.deliveryNote,
    shipmentDiscount: toMajor(row.discount, currency),
    shipmentName: row.shipmentName,
    shipmentPrice: toMajor(row.price, currency),
    shipmentPriceTotal: toMajor(shipmentTotal(row), currency),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.taxRate),
    trackAndTrace: row.trackAndTrace,
  }
}

export const viewProperty = ({ id, key, value }: PropertyColumns): CustomProperty => ({ id, key, value })
