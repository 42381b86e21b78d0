import { HOW_WORDS_ARE_FOUND } from '../../kernel/search-terms.ts'
import { readShelf, type Shelf } from '../../catalog/manage/shelf.ts'
import { parseId } from '../../kernel/ids.ts'
import { plainAmount, plainRate, type Minor } from '../../kernel/money.ts'
import type { PlainFields } from '../../history/field-changes.ts'
import { defineNoun } from '../../records/noun.ts'
import { namedIn } from '../../records/texts.ts'
import { becomeCampaigns } from './become-campaigns.ts'
import { campaignRows, findCampaignRecords, listCampaignRecords } from './campaign-record.repository.ts'
import { current, type CampaignDraft, type CampaignRecord } from './campaign-record.ts'
import { findGivenCodes, findUsedItems } from './campaign-uses.repository.ts'
import { listedCampaign, managedCampaign } from './campaign-view.ts'
import {
  CampaignBody,
  CampaignPatch,
  CampaignsQuery,
  ManagedCampaign,
  ManagedCampaigns,
} from './campaign.schema.ts'
import { checkCampaigns } from './check-campaigns.ts'
import { readCampaign } from './read-campaign.ts'

/** What the shop takes off, when, and for whom, as it writes it. */
export const campaignNoun = defineNoun<
  Shelf,
  CampaignDraft,
  CampaignRecord,
  {
    body: typeof CampaignBody
    patch: typeof CampaignPatch
    record: typeof ManagedCampaign
    list: typeof ManagedCampaigns
    query: typeof CampaignsQuery
  }
>({
  one: 'campaign',
  many: 'campaigns',
  schemas: {
    body: CampaignBody,
    patch: CampaignPatch,
    record: ManagedCampaign,
    list: ManagedCampaigns,
    query: CampaignsQuery,
  },
  says: {
    list: `Higher priority first, those that do not run too. \`search\` finds a code, or words of their names ${HOW_WORDS_ARE_FOUND}`,
    remove:
      'One that has taken something off, or whose code a cart was given, is kept, and takes nothing off any more.',
  },
  rows: campaignRows,
  around: readShelf,
  find: async (db, storeId, key) => {
    const id = parseId(key)
    return id === undefined ? undefined : (await findCampaignRecords(db, storeId, [id]))[0]
  },
  list: listCampaignRecords,
  view: managedCampaign,
  listed: listedCampaign,
  fields,
  read: readCampaign,
  check: checkCampaigns,
  become: becomeCampaigns,
  removal: {
    isUsed: async (db, { codes, items }) =>
      (
        await findUsedItems(
          db,
          items.map(({ id }) => id),
        )
      ).size > 0 ||
      (
        await findGivenCodes(
          db,
          codes.map(({ id }) => id),
        )
      ).size > 0,
    retired: (campaign) => ({ ...campaign, state: 'retired' }),
  },
})

/** What a history says of a campaign: price groups and catalogs by their names. */
function fields({ catalogs, groupName, store }: Shelf, campaign: CampaignRecord): PlainFields {
  // Of what is in a currency that the store has given up it tells nothing, as it is not answered.
  const money = (amounts: Readonly<Record<string, Minor>>): string[] =>
    store.currencies.flatMap(({ id, isoCode }) => {
      const amount = amounts[id]
      return amount === undefined ? [] : [plainAmount(amount, isoCode)]
    })
  const codes = current(campaign.codes).map(({ code }) => code)
  return {
    names: campaign.names,
    state: campaign.state,
    priority: campaign.priority,
    exclusive: campaign.isExclusive,
    automatic: campaign.isAutomatic,
    validFrom: campaign.validFrom,
    validTo: campaign.validTo,
    maxUses: campaign.limits.inAll,
    maxUsesPerCode: campaign.limits.perCode,
    maxUsesPerCustomer: campaign.limits.perCustomer,
    currencies: money(campaign.minimums),
    // Names of price groups often hold a comma: what is sold in which currency.
    priceGroupIds: campaign.priceGroupIds.map(groupName).sort().join('; ') || null,
    codes,
    codeCount: codes.length,
    items: Object.fromEntries(
      current(campaign.items).map((item, index) => [
        String(index + 1),
        {
          target: item.target,
          off: item.rate === null ? money(item.amounts) : plainRate(item.rate),
          names: item.names,
          descriptions: item.descriptions,
          catalogIds: item.catalogIds.map(namedIn(catalogs, store)).sort(),
          skus: item.skus,
        },
      ]),
    ),
  }
}
