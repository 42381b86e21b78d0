declare module '../database/schema/tables.ts' {
  interface Tables {
    stores: StoreTable
    store_cultures: StoreCultureTable
    store_currencies: StoreCurrencyTable
    store_receipt_texts: StoreReceiptTextTable
    currencies: CurrencyTable
    numbers_before: NumberBeforeTable
  }
}

/** Of a store that has not said another time. */
export const DEFAULT_LOCK_MINUTES = 10

export interface CurrencyTable {
  id: string
  iso_code: string
}

export interface StoreTable {
  id: string
  code: string
  name: string
  description: string | null
  time_zone: string
  default_culture_code: string
  /** Its own country. */
  default_country_id: string | null
  version: number
  line1: string | null
  line2: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  phone: string | null
  email: string | null
  tax_number: string | null
  /** So long a desk waits for a key before it locks itself; 0 is for ever. */
  lock_after_minutes: number
  /** 1 once it has counted or received anything. */
  keeps_stock: number
  /** How walk-ins take the goods along, and what they are offered to pay by first: a method that is gone by now counts for nothing. */
  walk_in_shipping_method_id: string | null
  walk_in_payment_method_id: string | null
  /** 1 where an order at the counter begins as a walk-in's. */
  begins_with_walk_in: number
}

/** What a store prints above and below, in a culture; an empty text is none. */
export interface StoreReceiptTextTable {
  store_id: string
  culture_code: string
  head: string
  foot: string
}

export interface StoreCultureTable {
  store_id: string
  culture_code: string
  position: number
}

/** How far a series of numbers had come in data that a restore has replaced; where it had come no further, there is none. */
export interface NumberBeforeTable {
  store_id: string
  /** What they number, such as the refunds of an order. */
  series: string
  last_number: number
}

export interface StoreCurrencyTable {
  store_id: string
  currency_id: string
  position: number
}
