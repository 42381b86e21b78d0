import type { WriteDb } from '../../core/database/engine.ts'
import { newId } from '../../core/kernel/ids.ts'
import { toMinor } from '../../core/kernel/money.ts'
import { canonicalCode } from '../../core/promotions/promotion-code.ts'
import type { DiscountTarget } from '../../core/promotions/promotion.table.ts'
import { findStoreByCode, getStore } from '../../core/stores/store.repository.ts'
import { inDatabase } from './data.ts'
import type { Shop } from './shop.ts'

interface CampaignChoices {
  readonly store?: 'harbour' | 'uptown'
  readonly name?: string
  /** Without any, it needs none. */
  readonly codes?: readonly string[]
  readonly priority?: number
  readonly isExclusive?: boolean
  readonly from?: string
  readonly to?: string
  /** The currencies it runs in, with what it asks for; all the store's, without a minimum, where left out. */
  readonly minimum?: Readonly<Record<string, number>>
  readonly priceGroups?: readonly string[]
  readonly target?: DiscountTarget
  /** A share of 1, or amounts of currencies. */
  readonly off: number | Readonly<Record<string, number>>
  readonly catalogs?: readonly string[]
  readonly skus?: readonly string[]
}

/** Adds a campaign of one item to a store, beside the running core. */
export async function aCampaign({ dataDir }: Pick<Shop, 'dataDir'>, choices: CampaignChoices): Promise<void> {
  await inDatabase(dataDir, async (db) => insertCampaign(db, choices))
}

async function insertCampaign(db: WriteDb, choices: CampaignChoices): Promise<void> {
  const { name = 'Test', codes = [], off } = choices
  const found = await findStoreByCode(db, choices.store ?? 'harbour')
  const store = await getStore(db, found?.id ?? '')
  const [id, itemId] = [newId(), newId()]
  await db
    .insertInto('campaigns')
    .values({
      id,
      store_id: store.id,
      priority: choices.priority ?? 0,
      is_exclusive: Number(choices.isExclusive ?? false),
      is_automatic: Number(codes.length === 0),
      valid_from: choices.from ?? null,
      valid_to: choices.to ?? null,
      max_uses: null,
      max_uses_per_code: null,
      max_uses_per_customer: null,
      version: 1,
      state: 'active',
    })
    .execute()
  await db
    .insertInto('campaign_texts')
    .values({ campaign_id: id, culture_code: store.defaultCulture, name })
    .execute()
  await db
    .insertInto('campaign_items')
    .values({
      id: itemId,
      campaign_id: id,
      position: 0,
      target: choices.target ?? 'lines',
      rate_ppm: typeof off === 'number' ? Math.round(off * 1_000_000) : null,
      is_retired: 0,
    })
    .execute()
  await db
    .insertInto('campaign_item_texts')
    .values({
      campaign_item_id: itemId,
      culture_code: store.defaultCulture,
      name: `${name}, item`,
      description: '',
    })
    .execute()
  for (const { id: currencyId, isoCode } of store.currencies) {
    const minimum = choices.minimum ? choices.minimum[isoCode] : 0
    if (minimum !== undefined) {
      const row = { campaign_id: id, currency_id: currencyId, minimum: toMinor(minimum, isoCode) }
      await db.insertInto('campaign_currencies').values(row).execute()
    }
    const amount = typeof off === 'number' ? undefined : off[isoCode]
    if (amount !== undefined) {
      const row = { campaign_item_id: itemId, currency_id: currencyId, amount: toMinor(amount, isoCode) }
      await db.insertInto('campaign_item_amounts').values(row).execute()
    }
  }
  for (const code of codes) {
    const own = { id: newId(), store_id: store.id, campaign_id: id, is_retired: 0 }
    const row = { ...own, code: canonicalCode(code) }
    await db.insertInto('campaign_codes').values(row).execute()
  }
  for (const priceGroupId of choices.priceGroups ?? []) {
    const row = { campaign_id: id, price_group_id: priceGroupId }
    await db.insertInto('campaign_price_groups').values(row).execute()
  }
  for (const catalogId of choices.catalogs ?? []) {
    const row = { campaign_item_id: itemId, catalog_id: catalogId }
    await db.insertInto('campaign_item_catalogs').values(row).execute()
  }
  for (const sku of choices.skus ?? []) {
    const product = await db
      .selectFrom('products')
      .select('id')
      .where('store_id', '=', store.id)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
    const row = { campaign_item_id: itemId, product_id: product.id }
    await db.insertInto('campaign_item_products').values(row).execute()
  }
}
