import type { Shelf } from '../../catalog/manage/shelf.ts'
import type { ReadDb } from '../../database/engine.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import type { Wanted } from '../../records/noun.ts'
import { textIn } from '../../records/texts.ts'
import { findProductIds } from './campaign-products.repository.ts'
import { findCampaignRecords, findCodesOfOthers } from './campaign-record.repository.ts'
import type { CampaignDraft, CampaignRecord } from './campaign-record.ts'

/** What does not go with the rest of the store: codes of other campaigns, products that there are not. */
export async function checkCampaigns(
  db: ReadDb,
  { store }: Shelf,
  wanted: readonly Wanted<CampaignDraft, CampaignRecord>[],
): Promise<readonly (readonly FieldFault[])[]> {
  const faults: FieldFault[][] = []
  for (const { before, draft } of wanted) {
    const skus = draft.items.flatMap((item) => item.skus)
    const products = await findProductIds(db, store.id, skus)
    const codes = draft.codes.map(({ code }) => code)
    const taken = await findCodesOfOthers(db, store.id, before?.id, codes)
    const owners = await findCampaignRecords(
      db,
      store.id,
      taken.map((row) => row.campaign_id),
    )
    const ownerOf = new Map(taken.map(({ campaign_id, code }) => [code, campaign_id]))
    faults.push([
      ...codes.flatMap((code, index) => {
        const owner = owners.find(({ id }) => id === ownerOf.get(code))
        if (!owner) return []
        const name = textIn(owner.names, store.defaultCulture) ?? owner.id
        return [fieldFault(`codes.${index}.code`, 'campaign.code-taken', { code, name })]
      }),
      ...draft.items.flatMap((item, index) =>
        item.skus.flatMap((sku, place) =>
          products.has(sku) ? [] : [fieldFault(`items.${index}.skus.${place}`, 'campaign.sku', { sku })],
        ),
      ),
    ])
  }
  return faults
}
