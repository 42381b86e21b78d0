declare module '../database/schema/tables.ts' {
  interface Tables {
    campaigns: CampaignTable
    campaign_texts: CampaignTextTable
    campaign_currencies: CampaignCurrencyTable
    campaign_codes: CampaignCodeTable
    campaign_price_groups: CampaignPriceGroupTable
    campaign_items: CampaignItemTable
    campaign_item_amounts: CampaignItemAmountTable
    campaign_item_texts: CampaignItemTextTable
    campaign_item_catalogs: CampaignItemCatalogTable
    campaign_item_products: CampaignItemProductTable
  }
}

/** A sales promotion of a store: while it runs, its items take something off the carts it applies to. */
export interface CampaignTable {
  id: string
  store_id: string
  /** Higher comes first, where campaigns stack. */
  priority: number
  /** 1 where it is not combined with any other: of all that cannot be had together, the best for the buyer counts. */
  is_exclusive: number
  /** 1 where it needs no code. */
  is_automatic: number
  /** ISO 8601 in UTC, inclusive; null has always begun. */
  valid_from: string | null
  /** ISO 8601 in UTC, exclusive; null never ends. */
  valid_to: string | null
  /** Orders, without those that were cancelled: in all, by each code, and of each customer; null where there is no limit. */
  max_uses: number | null
  max_uses_per_code: number | null
  max_uses_per_customer: number | null
  version: number
  /** Only what is active runs. */
  state: 'draft' | 'active' | 'retired'
  /** ISO 8601 in UTC; null where it was last written before that was kept. */
  changed_at: string | null
}

export interface CampaignTextTable {
  campaign_id: string
  culture_code: string
  name: string
}

/** A campaign runs in these currencies only. */
export interface CampaignCurrencyTable {
  campaign_id: string
  currency_id: string
  /** The least of goods, before discounts and with tax, that it asks for; minor units. */
  minimum: number
}

/** A code that lets buyers into a campaign. */
export interface CampaignCodeTable {
  id: string
  store_id: string
  campaign_id: string
  /** As `canonicalCode` spells it. */
  code: string
  /** 1 where it lets nobody in any more, and is kept for the carts that were given it. */
  is_retired: number
}

/** Where a campaign has any, it sees only what is sold at prices of these groups. */
export interface CampaignPriceGroupTable {
  campaign_id: string
  price_group_id: string
}

/** One thing that a campaign takes something off. */
export interface CampaignItemTable {
  id: string
  campaign_id: string
  position: number
  target: DiscountTarget
  /** The share that is taken off; null where it is an amount. */
  rate_ppm: number | null
  /** 1 where it takes nothing off any more, and is kept for the carts and orders that it took something off. */
  is_retired: number
}

export type DiscountTarget = 'lines' | 'shipping' | 'order'

/** What an item without a rate takes off, in minor units: off each unit, the shipment or the order. */
export interface CampaignItemAmountTable {
  campaign_item_id: string
  currency_id: string
  amount: number
}

export interface CampaignItemTextTable {
  campaign_item_id: string
  culture_code: string
  name: string
  description: string
}

/** Where an item has catalogs or products, it discounts lines of these only. */
export interface CampaignItemCatalogTable {
  campaign_item_id: string
  catalog_id: string
}

export interface CampaignItemProductTable {
  campaign_item_id: string
  product_id: string
}

/** What a cart or an order was discounted by one campaign item, in the words of that moment. */
export interface DiscountColumns {
  id: string
  position: number
  target: DiscountTarget
  /** The line, where the target is lines. */
  line_id: string | null
  campaign_item_id: string
  campaign_name: string
  campaign_item_name: string
  description: string
  /** Off the whole line, the shipment or the order, in minor units. */
  amount: number
}
