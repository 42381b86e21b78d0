import { toMinor, toPpm } from '../kernel/money.ts'
import { canonicalCode } from '../promotions/promotion-code.ts'
import type { DemoCampaign, DemoCampaignItem, DemoShop } from './demo-shop.ts'
import { idOf, OPENED, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/** What campaigns refer to, by key. */
interface Offered {
  readonly priceGroups: ReadonlyMap<string, MadePriceGroup>
  readonly catalogs: ReadonlyMap<string, string>
}

/** Makes the campaigns with their items, codes and texts. */
export function makeCampaigns(making: ShopMaking, shop: DemoShop, offered: Offered): void {
  for (const campaign of shop.campaigns) {
    const id = making.random.id(OPENED)
    making.rows.add('campaigns', {
      id,
      store_id: making.storeId,
      priority: campaign.priority,
      is_exclusive: Number(campaign.isExclusive ?? false),
      is_automatic: Number(campaign.codes === undefined),
      valid_from: campaign.from ?? null,
      valid_to: campaign.to ?? null,
      max_uses: null,
      max_uses_per_code: null,
      max_uses_per_customer: null,
      version: 1,
      state: 'active',
    })
    makeTerms(making, shop, id, campaign, offered)
    for (const [position, item] of campaign.items.entries()) {
      makeItem(making, shop, { campaignId: id, position, item }, offered)
    }
  }
}

function makeTerms(
  { rows, random, storeId, currencies }: ShopMaking,
  shop: DemoShop,
  id: string,
  { name, minimum, codes = [], priceGroups = [] }: DemoCampaign,
  offered: Offered,
): void {
  for (const [index, culture] of shop.cultures.entries()) {
    rows.add('campaign_texts', { campaign_id: id, culture_code: culture, name: name[index] ?? '' })
  }
  for (const [currency, amount] of Object.entries(minimum)) {
    rows.add('campaign_currencies', {
      campaign_id: id,
      currency_id: idOf(currencies, currency),
      minimum: toMinor(amount, currency),
    })
  }
  for (const code of codes) {
    rows.add('campaign_codes', {
      id: random.id(OPENED),
      store_id: storeId,
      campaign_id: id,
      code: canonicalCode(code),
      is_retired: 0,
    })
  }
  for (const key of priceGroups) {
    const group = offered.priceGroups.get(key)
    if (!group) throw new Error(`The demo shop has no price group ${key}.`)
    rows.add('campaign_price_groups', { campaign_id: id, price_group_id: group.id })
  }
}

function makeItem(
  { rows, random, currencies }: ShopMaking,
  shop: DemoShop,
  { campaignId, position, item }: { campaignId: string; position: number; item: DemoCampaignItem },
  { catalogs }: Offered,
): void {
  const id = random.id(OPENED)
  rows.add('campaign_items', {
    id,
    campaign_id: campaignId,
    position,
    target: item.target,
    rate_ppm: 'percent' in item ? toPpm(item.percent / 100) : null,
    is_retired: 0,
  })
  for (const [index, culture] of shop.cultures.entries()) {
    rows.add('campaign_item_texts', {
      campaign_item_id: id,
      culture_code: culture,
      name: item.name[index] ?? '',
      description: item.description[index] ?? '',
    })
  }
  for (const [currency, amount] of 'amount' in item ? Object.entries(item.amount) : []) {
    rows.add('campaign_item_amounts', {
      campaign_item_id: id,
      currency_id: idOf(currencies, currency),
      amount: toMinor(amount, currency),
    })
  }
  for (const code of item.departments ?? []) {
    rows.add('campaign_item_catalogs', { campaign_item_id: id, catalog_id: idOf(catalogs, code) })
  }
}
