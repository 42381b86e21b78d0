import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'

declare module '../database/schema/tables.ts' {
  interface Tables {
    order_numbers: OrderNumberTable
    orders: OrderTable
    order_lines: OrderLineTable
    order_properties: OrderPropertyTable
    order_line_properties: OrderLinePropertyTable
    order_discounts: OrderDiscountTable
    order_events: OrderEventTable
    order_terms: OrderTermTable
  }
}

/** A placed order: a snapshot that later changes of catalog, customers or methods do not touch. */
export interface OrderTable extends ContentColumns {
  /** The id of the cart it was placed from. */
  id: string
  store_id: string
  order_number: string
  /**
   * Reopened: its cart is being changed, the rest of the row is what was placed last. A return: goods that came back without the
   * order that they were sold with, and what was paid back for them.
   */
  status: 'new' | 'reopened' | 'paid' | 'completed' | 'cancelled' | 'return'
  version: number
  created_at: string
  completed_at: string | null
  culture_code: string
  currency_id: string
  note: string | null
  customer_id: string
  customer_first_name: string
  customer_last_name: string
  customer_email_address: string | null
  customer_phone_number: string | null
  sub_total: number
  shipping_total: number
  payment_total: number
  discount: number
  discount_total: number
  tax: number
  order_total: number
  /** All that it is found by besides its ids: `termLines`. */
  search_terms: string
}

/** A line of a cart or an order. Amounts are minor units; `unit_discount` and `tax` are per unit. */
export interface LineColumns {
  id: string
  position: number
  variant_id: string
  sku: string
  variant_sku: string | null
  product_name: string
  catalog_id: string
  price_group_id: string
  quantity: number
  price: number
  unit_discount: number
  tax: number
  tax_rate_ppm: number
}

export interface OrderLineTable extends LineColumns {
  order_id: string
  /** 1 where it was sold as a gift card, whatever became of the product since. */
  is_gift_card: number
}

/** The one shipment of a cart or an order, in its row; all of it null where there is none. */
export interface ShipmentColumns {
  shipment_id: string | null
  shipping_method_id: string | null
  shipping_price_group_id: string | null
  shipment_name: string | null
  shipment_price: number | null
  shipment_discount: number | null
  shipment_tax: number | null
  shipment_tax_rate_ppm: number | null
  delivery_note: string | null
  track_and_trace: string | null
}

/** What a cart or an order has once: it stands in its row, which is read and written with it. */
export interface ContentColumns extends ShipmentColumns {
  /** JSON of an `AddressRecord`; of an order's, an `OrderAddressRecord`. */
  billing_address: string | null
  shipping_address: string | null
}

export interface OrderPropertyTable extends PropertyColumns {
  order_id: string
}

export interface OrderLinePropertyTable extends PropertyColumns {
  order_id: string
  line_id: string
}

export interface OrderDiscountTable extends DiscountColumns {
  order_id: string
}

/** The history of an order. */
export interface OrderEventTable {
  id: string
  order_id: string
  date: string
  actor: string
  kind: string
  text: string
  /** What `text` says, for other languages: JSON of the event's details; null in what is older than they are. */
  details: string | null
}

/**
 * Terms by which orders are found: one, or all those of a customer or of goods that have the term too. Most terms of an
 * order are those of its customer and its goods, and are there already where one has been placed before.
 */
export interface OrderTermTable {
  store_id: string
  term: string
  kind: 'order' | 'customer' | 'goods'
  /** The id of the order, the customer, or the variant. */
  owner_id: string
}

/** Where the numbers of a store's orders stand. */
export interface OrderNumberTable {
  store_id: string
  prefix: string
  /** The running number that the last order took. */
  last_number: number
}
