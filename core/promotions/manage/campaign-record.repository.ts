import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { sliceOf, type Page, type Slice } from '../../database/queries/keyset.ts'
import { insertRows, updateRow } from '../../database/queries/prepared.ts'
import type { Author } from '../../history/record-events.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { RecordRows } from '../../records/noun.ts'
import { part, recordRows, type Part } from '../../records/record-rows.ts'
import { grouped } from '../../database/queries/grouped.ts'
import { recordsIn, searchRecords } from '../../records/search-records.ts'
import { textsOf } from '../../records/texts.ts'
import { limitsOf, lockCampaigns } from '../campaign-limits.repository.ts'
import { canonicalCode } from '../promotion-code.ts'
import { findProductIds } from './campaign-products.repository.ts'
import { findCampaignUses } from './campaign-uses.repository.ts'
import type { CampaignCode, CampaignItemRecord, CampaignRecord } from './campaign-record.ts'
import type { CampaignsQuery } from './campaign.schema.ts'

const ITEM_PARTS = [
  'campaign_item_amounts',
  'campaign_item_texts',
  'campaign_item_catalogs',
  'campaign_item_products',
] as const

/** Items with what belongs to them. */
const items: Part<CampaignRecord> = {
  rows: (campaign) => campaign.items,
  insert: async (db, campaigns) => {
    const all = campaigns.flatMap((campaign) => campaign.items)
    await insertRows(
      db,
      'campaign_items',
      campaigns.flatMap((campaign) =>
        campaign.items.map(({ id, isRetired, rate, target }, position) => ({
          id,
          campaign_id: campaign.id,
          position,
          target,
          rate_ppm: rate,
          is_retired: Number(isRetired),
        })),
      ),
    )
    await insertRows(
      db,
      'campaign_item_amounts',
      all.flatMap(({ amounts, id }) =>
        Object.entries(amounts).map(([currency_id, amount]) => ({
          campaign_item_id: id,
          currency_id,
          amount,
        })),
      ),
    )
    await insertRows(
      db,
      'campaign_item_texts',
      all.flatMap(({ descriptions, id, names }) =>
        Object.entries(names).map(([culture_code, name]) => ({
          campaign_item_id: id,
          culture_code,
          name,
          description: descriptions[culture_code] ?? '',
        })),
      ),
    )
    await insertRows(
      db,
      'campaign_item_catalogs',
      all.flatMap(({ catalogIds, id }) =>
        catalogIds.map((catalog_id) => ({ campaign_item_id: id, catalog_id })),
      ),
    )
    await insertRows(db, 'campaign_item_products', await productsOfItems(db, campaigns))
  },
  delete: async (db, campaignIds) => {
    const ids = db.selectFrom('campaign_items').select('id').where('campaign_id', 'in', campaignIds)
    for (const table of ITEM_PARTS) await db.deleteFrom(table).where('campaign_item_id', 'in', ids).execute()
    await db.deleteFrom('campaign_items').where('campaign_id', 'in', campaignIds).execute()
  },
}

async function productsOfItems(db: WriteDb, campaigns: readonly CampaignRecord[]) {
  const rows: { campaign_item_id: string; product_id: string }[] = []
  for (const { id, items: ofCampaign } of campaigns) {
    const skus = ofCampaign.flatMap((item) => item.skus)
    if (skus.length === 0) continue
    const { store_id: storeId } = await db
      .selectFrom('campaigns')
      .select('store_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const idOf = await findProductIds(db, storeId, skus)
    for (const item of ofCampaign) {
      for (const sku of item.skus) {
        const product = idOf.get(sku)
        if (product !== undefined) rows.push({ campaign_item_id: item.id, product_id: product })
      }
    }
  }
  return rows
}

const KEY = 'campaign_id'
const withoutCodes = recordRows(
  'campaigns',
  (campaign: CampaignRecord, { now }: Author) => ({
    priority: campaign.priority,
    is_exclusive: Number(campaign.isExclusive),
    is_automatic: Number(campaign.isAutomatic),
    valid_from: campaign.validFrom,
    valid_to: campaign.validTo,
    max_uses: campaign.limits.inAll,
    max_uses_per_code: campaign.limits.perCode,
    max_uses_per_customer: campaign.limits.perCustomer,
    state: campaign.state,
    changed_at: timestamp(now),
  }),
  [
    part('campaign_texts', KEY, ({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ campaign_id: id, culture_code, name })),
    ),
    part('campaign_currencies', KEY, ({ id, minimums }) =>
      Object.entries(minimums).map(([currency_id, minimum]) => ({ campaign_id: id, currency_id, minimum })),
    ),
    part('campaign_price_groups', KEY, ({ id, priceGroupIds }) =>
      priceGroupIds.map((price_group_id) => ({ campaign_id: id, price_group_id })),
    ),
    items,
  ],
)

/** How campaigns are kept. Carts refer to codes, so that each is written by itself. */
export const campaignRows: RecordRows<CampaignRecord> = {
  table: 'campaigns',
  insert: async (db, author, campaigns) => {
    await withoutCodes.insert(db, author, campaigns)
    for (const { codes, id } of campaigns) await insertCodes(db, author.storeId, id, codes)
  },
  update: async (db, author, changes) => {
    await withoutCodes.update(db, author, changes)
    for (const { after, before } of changes) await updateCodes(db, author.storeId, before, after)
  },
  delete: async (db, author, campaign) => {
    // As where it is changed: one of two who write waits for the other here.
    await lockCampaigns(db, [campaign.id])
    await deleteCodes(db, campaign.codes)
    await withoutCodes.delete(db, author, campaign)
  },
}

const insertCodes = async (
  db: WriteDb,
  storeId: string,
  campaignId: string,
  codes: readonly CampaignCode[],
): Promise<void> =>
  insertRows(
    db,
    'campaign_codes',
    codes.map(({ code, id, isRetired }) => ({
      id,
      store_id: storeId,
      campaign_id: campaignId,
      code,
      is_retired: Number(isRetired),
    })),
  )

async function deleteCodes(db: WriteDb, codes: readonly CampaignCode[]): Promise<void> {
  const ids = codes.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('campaign_codes').where('id', 'in', ids).execute()
}

async function updateCodes(
  db: WriteDb,
  storeId: string,
  before: CampaignRecord,
  after: CampaignRecord,
): Promise<void> {
  const old = new Map(before.codes.map((code) => [code.id, code]))
  const now = new Set(after.codes.map(({ id }) => id))
  await deleteCodes(
    db,
    before.codes.filter(({ id }) => !now.has(id)),
  )
  for (const { id, isRetired } of after.codes) {
    const known = old.get(id)
    if (known && known.isRetired !== isRetired) {
      await updateRow(db, 'campaign_codes', id, { is_retired: Number(isRetired) })
    }
  }
  const added = after.codes.filter(({ id }) => !old.has(id))
  await insertCodes(db, storeId, after.id, added)
}

/** Some campaigns of a store, those that do not run too, higher priority first. */
export const findCampaignRecords = async (
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<CampaignRecord[]> => withUses(db, await findUncounted(db, storeId, ids))

/** How often each was used is counted from the orders, which may be many. */
async function withUses(db: ReadDb, campaigns: readonly UncountedCampaign[]): Promise<CampaignRecord[]> {
  if (campaigns.length === 0) return []
  const { ofCampaign, ofCodes } = await findCampaignUses(
    db,
    campaigns.map(({ id }) => id),
  )
  return campaigns.map((campaign) => ({
    ...campaign,
    uses: ofCampaign(campaign.id),
    usesOfCodes: ofCodes(campaign.id),
  }))
}

type UncountedCampaign = Omit<CampaignRecord, 'uses' | 'usesOfCodes'>

/** @param ids only these, where they are given */
async function findUncounted(
  db: ReadDb,
  storeId: string,
  ids?: readonly string[],
): Promise<UncountedCampaign[]> {
  if (ids?.length === 0) return []
  let query = db.selectFrom('campaigns').selectAll().where('store_id', '=', storeId)
  if (ids) query = query.where('id', 'in', ids)
  const campaigns = await query.orderBy('priority', 'desc').orderBy('id').execute()
  if (campaigns.length === 0) return []
  const found = campaigns.map(({ id }) => id)
  const byCampaign = async <T extends { campaign_id: string }>(rows: Promise<T[]>) => grouped(await rows, KEY)
  const texts = await byCampaign(
    db.selectFrom('campaign_texts').selectAll().where(KEY, 'in', found).execute(),
  )
  const currencies = await byCampaign(
    db.selectFrom('campaign_currencies').selectAll().where(KEY, 'in', found).execute(),
  )
  const groups = await byCampaign(
    db.selectFrom('campaign_price_groups').selectAll().where(KEY, 'in', found).execute(),
  )
  const codes = await byCampaign(
    db.selectFrom('campaign_codes').selectAll().where(KEY, 'in', found).orderBy('code').execute(),
  )
  const itemsOf = await findItems(db, found)
  return campaigns.map((row) => ({
    id: row.id,
    version: row.version,
    names: textsOf(texts(row.id), ({ name }) => name),
    state: row.state,
    priority: row.priority,
    isExclusive: row.is_exclusive === 1,
    isAutomatic: row.is_automatic === 1,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    limits: limitsOf(row),
    minimums: Object.fromEntries(currencies(row.id).map((each) => [each.currency_id, each.minimum])),
    priceGroupIds: groups(row.id)
      .map((each) => each.price_group_id)
      .sort(),
    codes: codes(row.id).map(({ code, id, is_retired }) => ({ id, code, isRetired: is_retired === 1 })),
    items: itemsOf(row.id),
  }))
}

async function findItems(
  db: ReadDb,
  campaignIds: readonly string[],
): Promise<(campaignId: string) => CampaignItemRecord[]> {
  const rows = await db
    .selectFrom('campaign_items')
    .selectAll()
    .where('campaign_id', 'in', campaignIds)
    .orderBy('position')
    .execute()
  if (rows.length === 0) return () => []
  const ids = rows.map(({ id }) => id)
  const byItem = async <T extends { campaign_item_id: string }>(found: Promise<T[]>) =>
    grouped(await found, 'campaign_item_id')
  const key = 'campaign_item_id'
  const amounts = await byItem(
    db.selectFrom('campaign_item_amounts').selectAll().where(key, 'in', ids).execute(),
  )
  const texts = await byItem(db.selectFrom('campaign_item_texts').selectAll().where(key, 'in', ids).execute())
  const catalogs = await byItem(
    db.selectFrom('campaign_item_catalogs').selectAll().where(key, 'in', ids).execute(),
  )
  const products = await byItem(
    db
      .selectFrom('campaign_item_products as own')
      .innerJoin('products as product', 'product.id', 'own.product_id')
      .select(['own.campaign_item_id', 'product.sku'])
      .where('own.campaign_item_id', 'in', ids)
      .execute(),
  )
  const ofCampaign = grouped(rows, KEY)
  return (campaignId) =>
    ofCampaign(campaignId).map(({ id, is_retired, rate_ppm, target }) => ({
      id,
      isRetired: is_retired === 1,
      target,
      rate: rate_ppm,
      amounts: Object.fromEntries(amounts(id).map((row) => [row.currency_id, row.amount])),
      names: textsOf(texts(id), ({ name }) => name),
      descriptions: Object.fromEntries(
        texts(id).flatMap(({ culture_code, description }) =>
          description === '' ? [] : [[culture_code, description]],
        ),
      ),
      catalogIds: catalogs(id)
        .map((row) => row.catalog_id)
        .sort(),
      skus: products(id)
        .map(({ sku }) => sku)
        .sort(),
    }))
}

/** A page of a store's campaigns, higher priority first. */
export async function listCampaignRecords(
  db: ReadDb,
  storeId: string,
  page: Page,
  { search, state }: CampaignsQuery,
): Promise<Slice<CampaignRecord>> {
  const campaigns = recordsIn(await findUncounted(db, storeId), state)
  const code = canonicalCode(search ?? '')
  const named = new Set(searchRecords(campaigns, search, ({ names }) => Object.values(names)))
  const shown = campaigns.filter(
    (campaign) => named.has(campaign) || campaign.codes.some((each) => each.code === code),
  )
  const { next, rows } = sliceOf(shown, page, 'asc', [({ priority }) => -priority, ({ id }) => id])
  return { next, rows: await withUses(db, rows) }
}

/** Codes that are those of other campaigns of the store. */
export async function findCodesOfOthers(
  db: ReadDb,
  storeId: string,
  campaignId: string | undefined,
  codes: readonly string[],
): Promise<{ readonly code: string; readonly campaign_id: string }[]> {
  if (codes.length === 0) return []
  const query = db
    .selectFrom('campaign_codes')
    .select(['code', 'campaign_id'])
    .where('store_id', '=', storeId)
    .where('code', 'in', codes)
  return (campaignId === undefined ? query : query.where('campaign_id', '!=', campaignId)).execute()
}
