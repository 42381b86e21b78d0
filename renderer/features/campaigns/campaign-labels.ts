import type { MessageKey } from '../../i18n/index.ts'

/** The fields of a campaign's history. */
export const CAMPAIGN_LABELS: Readonly<Record<string, MessageKey>> = {
  priority: 'campaigns.priority',
  exclusive: 'campaigns.exclusive',
  automatic: 'campaigns.automatic',
  validFrom: 'campaigns.validFrom',
  validTo: 'campaigns.validTo',
  maxUses: 'campaigns.maxUses',
  maxUsesPerCode: 'campaigns.maxUsesPerCode',
  maxUsesPerCustomer: 'campaigns.maxUsesPerCustomer',
  currencies: 'campaigns.minimum',
  priceGroupIds: 'campaigns.priceGroups',
  codes: 'campaigns.codes',
  codeCount: 'campaigns.codeCount',
  items: 'campaigns.items',
  target: 'campaigns.target',
  off: 'campaigns.off',
  catalogIds: 'campaigns.catalogs',
  skus: 'campaigns.skus',
}
