import type { Shelf } from '../../catalog/manage/shelf.ts'
import { toMajor, toRate, type Minor } from '../../kernel/money.ts'
import { current, type CampaignRecord } from './campaign-record.ts'
import type { ListedCampaign, ManagedCampaign } from './campaign.schema.ts'

/** A campaign as the shop reads it whole. */
export const managedCampaign = (shelf: Shelf, campaign: CampaignRecord): ManagedCampaign => ({
  ...viewFields(shelf, campaign),
  codes: current(campaign.codes).map(({ code, id }) => ({ code, uses: campaign.usesOfCodes[id] ?? 0 })),
})

/** A campaign as a list shows it. */
export const listedCampaign = (shelf: Shelf, campaign: CampaignRecord): ListedCampaign => ({
  ...viewFields(shelf, campaign),
  codeCount: current(campaign.codes).length,
})

const viewFields = (shelf: Shelf, campaign: CampaignRecord) => ({
  id: campaign.id,
  version: campaign.version,
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
  currencies: inCurrencies(shelf, campaign.minimums).map(({ amount, currency }) => ({
    currency,
    minimum: amount,
  })),
  priceGroupIds: [...campaign.priceGroupIds],
  items: current(campaign.items).map((item) => ({
    id: item.id,
    target: item.target,
    rate: item.rate === null ? null : toRate(item.rate),
    amounts: inCurrencies(shelf, item.amounts),
    names: item.names,
    descriptions: item.descriptions,
    catalogIds: [...item.catalogIds],
    skus: [...item.skus],
  })),
  uses: campaign.uses,
})

/** Amounts in the order of the store's currencies. */
const inCurrencies = ({ store }: Shelf, amounts: Readonly<Record<string, Minor>>) =>
  store.currencies.flatMap(({ id, isoCode }) => {
    const amount = amounts[id]
    return amount === undefined ? [] : [{ currency: isoCode, amount: toMajor(amount, isoCode) }]
  })
