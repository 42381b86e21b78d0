import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'
import type { Minor, Ppm } from '../kernel/money.ts'
import type { DiscountTarget } from '../pricing/discounts.ts'
import type { LineColumns, OrderLineTable, ShipmentColumns } from './order.table.ts'

/** Goods on a line of a cart or an order; discount and tax are per unit. */
export interface LineRecord {
  readonly id: string
  readonly position: number
  readonly variantId: string
  readonly sku: string
  readonly variantSku: string | null
  readonly productName: string
  readonly catalogId: string
  readonly priceGroupId: string
  readonly quantity: number
  readonly price: Minor
  readonly unitDiscount: Minor
  readonly tax: Minor
  readonly taxRate: Ppm
}

/** A line of an order, as it was sold. */
export interface SoldLineRecord extends LineRecord {
  readonly isGiftCard: boolean
}

/** The shipment of a cart or an order. */
export interface ShipmentRecord {
  readonly id: string
  readonly shippingMethodId: string
  readonly priceGroupId: string
  readonly shipmentName: string
  readonly price: Minor
  readonly discount: Minor
  readonly tax: Minor
  readonly taxRate: Ppm
  readonly deliveryNote: string | null
  readonly trackAndTrace: string | null
}

/** What a cart or an order was discounted by one campaign item, in the words of that moment. */
export interface DiscountRecord {
  readonly id: string
  readonly position: number
  readonly target: DiscountTarget
  /** The line, where the target is lines. */
  readonly lineId: string | null
  readonly campaignItemId: string
  readonly campaignName: string
  readonly campaignItemName: string
  readonly description: string
  readonly amount: Minor
}

/**
 * The order of lines. They nearly always come so from their table, where they stand by their ids: to see that takes less than
 * to have the database sort them.
 */
export const byPosition = (
  one: Pick<LineColumns, 'position'>,
  other: Pick<LineColumns, 'position'>,
): number => one.position - other.position

export const toLine = (row: LineColumns): LineRecord => ({
  id: row.id,
  position: row.position,
  variantId: row.variant_id,
  sku: row.sku,
  variantSku: row.variant_sku,
  productName: row.product_name,
  catalogId: row.catalog_id,
  priceGroupId: row.price_group_id,
  quantity: row.quantity,
  price: row.price,
  unitDiscount: row.unit_discount,
  tax: row.tax,
  taxRate: row.tax_rate_ppm,
})

export const toSoldLine = (row: OrderLineTable): SoldLineRecord => ({
  ...toLine(row),
  isGiftCard: row.is_gift_card === 1,
})

export const lineColumns = (line: LineRecord): LineColumns => ({
  id: line.id,
  position: line.position,
  variant_id: line.variantId,
  sku: line.sku,
  variant_sku: line.variantSku,
  product_name: line.productName,
  catalog_id: line.catalogId,
  price_group_id: line.priceGroupId,
  quantity: line.quantity,
  price: line.price,
  unit_discount: line.unitDiscount,
  tax: line.tax,
  tax_rate_ppm: line.taxRate,
})

export function toShipment(row: ShipmentColumns): ShipmentRecord | undefined {
  if (row.shipment_id === null) return undefined
  return {
    id: row.shipment_id,
    shippingMethodId: row.shipping_method_id ?? '',
    priceGroupId: row.shipping_price_group_id ?? '',
    shipmentName: row.shipment_name ?? '',
    price: row.shipment_price ?? 0,
    discount: row.shipment_discount ?? 0,
    tax: row.shipment_tax ?? 0,
    taxRate: row.shipment_tax_rate_ppm ?? 0,
    deliveryNote: row.delivery_note,
    trackAndTrace: row.track_and_trace,
  }
}

export const shipmentColumns = (shipment: ShipmentRecord | undefined): ShipmentColumns => ({
  shipment_id: shipment?.id ?? null,
  shipping_method_id: shipment?.shippingMethodId ?? null,
  shipping_price_group_id: shipment?.priceGroupId ?? null,
  shipment_name: shipment?.shipmentName ?? null,
  shipment_price: shipment?.price ?? null,
  shipment_discount: shipment?.discount ?? null,
  shipment_tax: shipment?.tax ?? null,
  shipment_tax_rate_ppm: shipment?.taxRate ?? null,
  delivery_note: shipment?.deliveryNote ?? null,
  track_and_trace: shipment?.trackAndTrace ?? null,
})

export const toDiscount = (row: DiscountColumns): DiscountRecord => ({
  id: row.id,
  position: row.position,
  target: row.target,
  lineId: row.line_id,
  campaignItemId: row.campaign_item_id,
  campaignName: row.campaign_name,
  campaignItemName: row.campaign_item_name,
  description: row.description,
  amount: row.amount,
})

export const discountColumns = (discount: DiscountRecord): DiscountColumns => ({
  id: discount.id,
  position: discount.position,
  target: discount.target,
  line_id: discount.lineId,
  campaign_item_id: discount.campaignItemId,
  campaign_name: discount.campaignName,
  campaign_item_name: discount.campaignItemName,
  description: discount.description,
  amount: discount.amount,
})

/** A property as it is read with all others of what it is of; without a line it is of the whole. */
export interface PropertyRow extends PropertyColumns {
  readonly line_id: string | null
}

/** The properties of a cart or an order, and those of its lines by the lines' ids. */
export interface RecordProperties {
  readonly properties: readonly PropertyColumns[]
  readonly lineProperties: ReadonlyMap<string, readonly PropertyColumns[]>
}

/** Tells the properties of a cart or an order from those of its lines. */
export function sortedProperties(rows: readonly PropertyRow[]): RecordProperties {
  const ofLines = rows.filter((property) => property.line_id !== null)
  return {
    properties: rows.filter((property) => property.line_id === null),
    lineProperties: Map.groupBy(ofLines, (property) => property.line_id ?? ''),
  }
}
