declare module '../database/schema/tables.ts' {
  interface Tables {
    payment_methods: PaymentMethodTable
    payment_method_texts: PaymentMethodTextTable
    payment_method_fees: PaymentMethodFeeTable
    payment_method_countries: PaymentMethodCountryTable
    payment_method_properties: PaymentMethodPropertyTable
  }
}

export interface PaymentMethodTable {
  id: string
  store_id: string
  name: string
  image_id: string | null
  image_url: string | null
  fee_ppm: number
  /** Where the payer is sent from the checkout page; null where staff take the payment. */
  gateway_url: string | null
  /** Where the payer may go back to from the checkout page. */
  return_url: string | null
  /** 1 where a bill is sent to the billing address, which is then to be whole. */
  sends_invoice: number
  /** 1 where coins and notes are handed over. */
  takes_cash: number
  /** 1 where it is paid with by gift cards of the store. */
  redeems_gift_cards: number
  position: number
  version: number
  /** Only what is active is offered. */
  state: 'active' | 'retired'
}

export interface PaymentMethodTextTable {
  payment_method_id: string
  culture_code: string
  display_name: string
  description: string | null
}

/** The fixed fee; a method serves a price group where it, or a group it derives from, has a row here. */
export interface PaymentMethodFeeTable {
  payment_method_id: string
  price_group_id: string
  amount: number
}

export interface PaymentMethodCountryTable {
  payment_method_id: string
  country_id: string
}

export interface PaymentMethodPropertyTable {
  id: string
  payment_method_id: string
  culture_code: string | null
  value: string
}
