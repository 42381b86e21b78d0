import type { LineColumns, ShipmentColumns } from './order.table.ts'
import type { CustomProperty } from '../custom-properties/custom-property.schema.ts'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import { toMajor, toRate } from '../kernel/money.ts'
import { lineDiscount, lineTotal, shipmentTotal, type Totals } from '../pricing/totals.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'
import type { Discount } from './order-line.schema.ts'
import { lineAmounts } from './line-amounts.ts'

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
export type DiscountsByLine = ReadonlyMap<string | null, readonly DiscountColumns[]>

export const byLine = (discounts: readonly DiscountColumns[]): DiscountsByLine =>
  Map.groupBy(discounts, (discount) => discount.line_id)

/** What lines of carts and orders share, in major units. */
export function viewLine(row: LineColumns, discounts: DiscountsByLine, currency: string) {
  const amounts = lineAmounts(row)
  return {
    id: row.id,
    sku: row.sku,
    variantSku: row.variant_sku,
    productName: row.product_name,
    price: toMajor(row.price, currency),
    quantity: row.quantity,
    discount: toMajor(lineDiscount(amounts), currency),
    unitDiscount: toMajor(row.unit_discount, currency),
    discounts: (discounts.get(row.id) ?? []).map((discount) => viewDiscount(discount, currency)),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.tax_rate_ppm),
    total: toMajor(lineTotal(amounts), currency),
  }
}

/** What a cart or an order was discounted by, in major units; what is off its lines stands with the lines. */
export const viewDiscount = (row: DiscountColumns, currency: string): Discount => ({
  id: row.id,
  campaignName: row.campaign_name,
  campaignItemName: row.campaign_item_name,
  description: row.description,
  amountOffTotal: toMajor(row.amount, currency),
})

/** Off the shipment or the order. */
export const isNotOfLine = (row: DiscountColumns): boolean => row.line_id === null

/** What shipments of carts and orders share, in major units. */
export function viewShipment(row: ShipmentColumns, currency: string) {
  return {
    id: row.id,
    deliveryNote: row.delivery_note,
    shipmentDiscount: toMajor(row.discount, currency),
    shipmentName: row.shipment_name,
    shipmentPrice: toMajor(row.price, currency),
    shipmentPriceTotal: toMajor(shipmentTotal(row), currency),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.tax_rate_ppm),
    trackAndTrace: row.track_and_trace,
  }
}

export const viewProperty = ({ id, key, value }: PropertyColumns): CustomProperty => ({ id, key, value })
