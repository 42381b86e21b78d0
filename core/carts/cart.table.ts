import type { ContentColumns, LineColumns } from '../orders/order.table.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'

declare module '../database/schema/tables.ts' {
  interface Tables {
    carts: CartTable
    cart_lines: CartLineTable
    cart_promotion_codes: CartPromotionCodeTable
    cart_discounts: CartDiscountTable
    cart_events: CartEventTable
  }
}

export interface CartTable extends ContentColumns {
  id: string
  store_id: string
  state: 'open' | 'ordered' | 'abandoned'
  /** Of one that nothing was ever put into, and that is in no list: when it was begun. */
  draft_since: string | null
  /** Grows by one with every change: the cart's ETag. */
  version: number
  /** The version that it was placed from; null where it is no order now. */
  placed_version: number | null
  created_at: string
  updated_at: string
  /** The ten minutes that this lies in. Carts are listed by an index of it, which most changes leave as it is. */
  updated_period: string
  culture_code: string
  currency_id: string
  customer_id: string | null
  /** 1 where it was placed without a customer, and got the one that its billing address tells. */
  customer_from_bill: number
  note: string | null
  /** What it is parked under, and the words by which it is found. */
  name: string | null
  name_search: string
  /** What the list of carts shows and searches, kept with every change. */
  customer_name: string | null
  search_text: string
  line_count: number
  /** The fee of the payment it was placed with; 0 before. */
  payment_total: number
  order_total: number
  /** Off the order as a whole. */
  discount: number
  /** That, and what lines and shipment are discounted by: 0 where the cart has no discounts. */
  discount_total: number
  /** 1 where it is for somebody at the counter who gives no name. */
  walk_in: number
  /** A price group that the cart was moved to although it was not valid for it: which, why, who and when. */
  reasoned_price_group_id: string | null
  price_group_reason: string | null
  price_group_reason_by: string | null
  price_group_reason_at: string | null
}

export interface CartLineTable extends LineColumns {
  cart_id: string
  /** 1 where a client set the price itself: it then stays when the price group changes. */
  price_is_set: number
}

/** A promotion code that was given for a cart. */
export interface CartPromotionCodeTable {
  cart_id: string
  campaign_code_id: string
  added_at: string
}

/** Who has made a version of a cart, when and how. */
export interface CartEventTable {
  cart_id: string
  version: number
  date: string
  actor: string
  kind: string
}

export interface CartDiscountTable extends DiscountColumns {
  cart_id: string
}
