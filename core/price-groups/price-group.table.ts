declare module '../database/schema/tables.ts' {
  interface Tables {
    price_groups: PriceGroupTable
    price_group_names: PriceGroupNameTable
    price_group_criteria: PriceGroupCriterionTable
    price_group_criterion_values: PriceGroupCriterionValueTable
  }
}

export interface PriceGroupTable {
  id: string
  store_id: string
  currency_id: string
  base_price_group_id: string | null
  /** Higher comes first. */
  priority: number
  /** Overrides the tax rate of goods and shipping; null inherits the base group's. */
  tax_rate_ppm: number | null
  /** A rate with a name, which counts in its place. */
  tax_rate_id: string | null
  version: number
  /** A retired one is offered no more, and stays for what has been sold in it. */
  state: 'active' | 'retired'
}

export interface PriceGroupNameTable {
  price_group_id: string
  culture_code: string
  name: string
}

export interface PriceGroupCriterionTable {
  id: string
  price_group_id: string
  /** What a module of `criteria/` calls itself. */
  kind: string
}

/** The parameters of a criterion; one name may have several values. */
export interface PriceGroupCriterionValueTable {
  criterion_id: string
  name: string
  value: string
}
