import type { ReadDb } from '../../database/engine.ts'
import { newId } from '../../kernel/ids.ts'
import type { Wanted } from '../../records/noun.ts'
import type { CampaignCode, CampaignDraft, CampaignItemRecord, CampaignRecord } from './campaign-record.ts'
import { findGivenCodes, findUsedItems } from './campaign-uses.repository.ts'

/** What drafts of campaigns become: codes and items that were used and are left out stay, and count no more. */
export async function becomeCampaigns(
  db: ReadDb,
  wanted: readonly Wanted<CampaignDraft, CampaignRecord>[],
): Promise<readonly CampaignRecord[]> {
  const records: CampaignRecord[] = []
  for (const { before, draft } of wanted) {
    const items: CampaignItemRecord[] = draft.items.map((item) => ({
      ...item,
      skus: [...new Set(item.skus)].sort(),
      isRetired: false,
    }))
    records.push({
      ...draft,
      id: before?.id ?? newId(),
      version: (before?.version ?? 0) + 1,
      codes: [...draft.codes, ...(await keptCodes(db, before, draft))].sort((a, b) =>
        a.code < b.code ? -1 : 1,
      ),
      items: [...items, ...(await keptItems(db, before, draft))],
      uses: before?.uses ?? 0,
      usesOfCodes: before?.usesOfCodes ?? {},
    })
  }
  return records
}

/** Codes that are left out, and were given to carts. */
async function keptCodes(
  db: ReadDb,
  before: CampaignRecord | undefined,
  draft: CampaignDraft,
): Promise<CampaignCode[]> {
  const named = new Set(draft.codes.map(({ id }) => id))
  const left = before?.codes.filter(({ id }) => !named.has(id)) ?? []
  const given = await findGivenCodes(
    db,
    left.map(({ id }) => id),
  )
  return left.filter(({ id }) => given.has(id)).map((code) => ({ ...code, isRetired: true }))
}

/** Items that are left out, and have taken something off. */
async function keptItems(
  db: ReadDb,
  before: CampaignRecord | undefined,
  draft: CampaignDraft,
): Promise<CampaignItemRecord[]> {
  const named = new Set(draft.items.map(({ id }) => id))
  const left = before?.items.filter(({ id }) => !named.has(id)) ?? []
  const used = await findUsedItems(
    db,
    left.map(({ id }) => id),
  )
  return left.filter(({ id }) => used.has(id)).map((item) => ({ ...item, isRetired: true }))
}
