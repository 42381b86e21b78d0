import { campaignNoun } from '../promotions/manage/campaign.noun.ts'
import { createRecord } from '../records/create-record.ts'
import type { DemoCampaign, DemoCampaignItem, DemoShop } from './demo-shop.ts'
import { byCulture, idOf, OPENED, withIds, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/** What campaigns refer to, by key. */
interface Offered {
  readonly priceGroups: ReadonlyMap<string, MadePriceGroup>
  readonly catalogs: ReadonlyMap<string, string>
}

/** Makes the campaigns with their items, codes and texts. */
export async function makeCampaigns(
  { author, db, random, shop }: ShopMaking,
  offered: Offered,
): Promise<void> {
  for (const campaign of shop.campaigns) {
    const id = random.id(OPENED)
    const codeIds = new Map(campaign.codes?.map((code) => [code, random.id(OPENED)]))
    const itemIds = campaign.items.map(() => random.id(OPENED))
    await createRecord(db, author, campaignNoun, bodyOf(shop, campaign, offered), (record) => ({
      ...record,
      id,
      codes: record.codes.map((code) => ({ ...code, id: idOf(codeIds, code.code) })),
      items: withIds(record.items, itemIds),
    }))
  }
}

function bodyOf(shop: DemoShop, campaign: DemoCampaign, offered: Offered) {
  const { codes = [], from, isExclusive, items, minimum, name, priceGroups = [], priority, to } = campaign
  return {
    names: byCulture(shop, name),
    priority,
    exclusive: isExclusive,
    automatic: codes.length === 0,
    validFrom: from,
    validTo: to,
    currencies: Object.entries(minimum).map(([currency, least]) => ({ currency, minimum: least })),
    priceGroupIds: priceGroups.map((key) => {
      const group = offered.priceGroups.get(key)
      if (!group) throw new Error(`The demo shop has no price group ${key}.`)
      return group.id
    }),
    codes: codes.map((code) => ({ code })),
    items: items.map((item) => itemOf(shop, item, offered)),
  }
}

const itemOf = (shop: DemoShop, item: DemoCampaignItem, { catalogs }: Offered) => ({
  target: item.target,
  ...('percent' in item
    ? { rate: item.percent / 100 }
    : { amounts: Object.entries(item.amount).map(([currency, amount]) => ({ currency, amount })) }),
  names: byCulture(shop, item.name),
  descriptions: byCulture(shop, item.description),
  catalogIds: item.departments?.map((code) => idOf(catalogs, code)),
})
