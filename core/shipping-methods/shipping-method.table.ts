declare module '../database/schema/tables.ts' {
  interface Tables {
    shipping_methods: ShippingMethodTable
    shipping_method_texts: ShippingMethodTextTable
    shipping_method_prices: ShippingMethodPriceTable
    shipping_method_countries: ShippingMethodCountryTable
    shipping_method_payment_methods: ShippingMethodPaymentMethodTable
  }
}

export interface ShippingMethodTable {
  id: string
  store_id: string
  name: string
  image_url: string | null
  tax_rate_ppm: number
  /** 1 where the goods are brought to an address; 0 where they are collected. */
  delivers: number
  default_payment_method_id: string | null
  position: number
  version: number
  /** Only what is active is offered. */
  state: 'active' | 'retired'
}

export interface ShippingMethodTextTable {
  shipping_method_id: string
  culture_code: string
  display_name: string
  description: string | null
}

/** A method serves a price group where it, or a group it derives from, has a price here. */
export interface ShippingMethodPriceTable {
  shipping_method_id: string
  price_group_id: string
  amount: number
}

export interface ShippingMethodCountryTable {
  shipping_method_id: string
  country_id: string
}

export interface ShippingMethodPaymentMethodTable {
  shipping_method_id: string
  payment_method_id: string
}
