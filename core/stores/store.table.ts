declare module '../database/schema/tables.ts' {
  interface Tables {
    stores: StoreTable
    store_cultures: StoreCultureTable
    store_currencies: StoreCurrencyTable
    currencies: CurrencyTable
  }
}

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
  default_country_id: string | null
}

export interface StoreCultureTable {
  store_id: string
  culture_code: string
  position: number
}

export interface StoreCurrencyTable {
  store_id: string
  currency_id: string
  position: number
}
