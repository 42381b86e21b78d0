declare module '../database/schema/tables.ts' {
  interface Tables {
    tax_rates: TaxRateTable
    tax_rate_names: TaxRateNameTable
  }
}

/** A rate with a name: what refers to it has the rate that it has now. */
export interface TaxRateTable {
  id: string
  store_id: string
  version: number
  rate_ppm: number
  /** 1 for the one of a store that new products have, null for the others. */
  is_default: 1 | null
  state: 'active' | 'retired'
}

export interface TaxRateNameTable {
  tax_rate_id: string
  culture_code: string
  name: string
}
