import { sql } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { cached, nonEmpty, type NonEmpty } from '../database/cache.ts'
import { prepared } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { pickText } from '../kernel/culture.ts'
import type { Campaign, CampaignItem } from '../pricing/discounts.ts'
import {
  findUsedUp,
  isLimited,
  limitsOf,
  type Buyer,
  type LimitedCampaign,
  type UseLimits,
} from './campaign-limits.repository.ts'

/** What decides which campaigns run for a cart, whatever is in it. */
export interface CampaignSearch {
  readonly storeId: string
  readonly currencyId: string
  readonly now: Date
  /** The cart whose codes count; without one, only campaigns that need no code. */
  readonly cartId?: string
  /** The campaigns that those let into, from whoever has read them already. */
  readonly byCode?: ReadonlySet<string> | undefined
  /** Those that others have used up, from whoever has counted already. */
  readonly usedUp?: ReadonlySet<string> | undefined
  /** Finds who buys, as far as it is known: a campaign may be for each customer once. */
  readonly findCustomer?: Buyer['findCustomer']
}

/** The campaigns that run for a cart at a moment, with what they ask for and take off in its currency. */
export async function findCampaigns(db: ReadDb, search: CampaignSearch): Promise<Campaign[]> {
  const open = await openCampaigns(db, search)
  const usedUp = search.usedUp ?? (await findUsedUp(db, open.map(withLimits), search))
  return open.map(({ campaign }) => campaign).filter(({ id }) => !usedUp.has(id))
}

/** Those of them whose use is limited, whether they are used up or not. */
export const findOpenLimited = async (db: ReadDb, search: CampaignSearch): Promise<LimitedCampaign[]> =>
  (await openCampaigns(db, search, ({ limits }) => isLimited(limits))).map(withLimits)

const withLimits = ({ campaign: { id }, limits }: KnownCampaign): LimitedCampaign => ({ id, limits })

/** The items of the campaigns that run for a cart at a moment, or would, had others not used them up. */
export async function findOpenItems(db: ReadDb, search: CampaignSearch): Promise<ReadonlySet<string>> {
  const open = await openCampaigns(db, search)
  return new Set(open.flatMap(({ campaign }) => campaign.items.map(({ id }) => id)))
}

/** @param isMeant of which it is asked: where no other needs a code, none are read */
async function openCampaigns(
  db: ReadDb,
  search: CampaignSearch,
  isMeant: (campaign: KnownCampaign) => boolean = () => true,
): Promise<KnownCampaign[]> {
  const now = timestamp(search.now)
  const all = (await campaignsOf(db, search.storeId, search.currencyId)) ?? []
  const running = all
    .filter(isMeant)
    .filter(
      ({ validFrom, validTo }) =>
        (validFrom === null || validFrom <= now) && (validTo === null || validTo > now),
    )
  const opened =
    search.cartId === undefined || running.every(({ isAutomatic }) => isAutomatic)
      ? new Set()
      : (search.byCode ?? (await findCampaignsByCode(db, search.cartId)))
  return running.filter(({ isAutomatic, campaign }) => isAutomatic || opened.has(campaign.id))
}

/** Clocks of desks differ, and what is written at once is not read in the order of its moments. */
const LEEWAY_MS = 60_000

/** Whether other campaigns may run now than at a moment: one has begun, ended or been written since. */
export async function haveCampaignsMoved(
  db: ReadDb,
  storeId: string,
  moment: string,
  now: Date,
): Promise<boolean> {
  const { moments } = await momentsOfCampaigns(db, storeId)
  const [one, other] = [Date.parse(moment), now.getTime()]
  return moments.some((at) => at >= Math.min(one, other) - LEEWAY_MS && at <= Math.max(one, other))
}

/** When campaigns of a store begin and end, and when each was last written. */
const momentsOfCampaigns = cached(
  async (db, storeId: string): Promise<{ readonly moments: readonly number[] }> => {
    const rows = await db
      .selectFrom('campaigns')
      .select(['valid_from', 'valid_to', 'changed_at'])
      .where('store_id', '=', storeId)
      .execute()
    const moments = rows.flatMap((row) => [row.valid_from, row.valid_to, row.changed_at])
    return { moments: moments.flatMap((at) => (at === null ? [] : [Date.parse(at)])) }
  },
)

/** The campaigns that the codes of a cart let into. A code that is retired lets into nothing. */
export const findCampaignsByCode = async (db: ReadDb, cartId: string): Promise<ReadonlySet<string>> =>
  new Set((await campaignsByCode.all(db, { cartId })).map((row) => row.campaign_id))

const campaignsByCode = prepared((db, { cartId }: { cartId: string }) =>
  db
    .selectFrom('cart_promotion_codes as given')
    .innerJoin('campaign_codes as code', 'code.id', 'given.campaign_code_id')
    .select('code.campaign_id')
    .where('given.cart_id', '=', cartId)
    .where('code.is_retired', '=', 0),
)

/** A campaign of a store, with when it runs and for whom. */
interface KnownCampaign {
  readonly campaign: Campaign
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly isAutomatic: boolean
  readonly limits: UseLimits
}

const campaignsOf = cached(
  async (db, storeId: string, currencyId: string): Promise<NonEmpty<KnownCampaign> | undefined> => {
    const rows = await db
      .selectFrom('campaigns as campaign')
      .innerJoin('campaign_currencies as currency', 'currency.campaign_id', 'campaign.id')
      .innerJoin('campaign_items as item', 'item.campaign_id', 'campaign.id')
      .leftJoin('campaign_item_amounts as off', (join) =>
        join
          .onRef('off.campaign_item_id', '=', 'item.id')
          .onRef('off.currency_id', '=', 'currency.currency_id'),
      )
      .select(['campaign.id', 'campaign.priority', 'campaign.is_exclusive', 'campaign.is_automatic'])
      .select(['campaign.valid_from', 'campaign.valid_to', 'currency.minimum'])
      .select(['campaign.max_uses', 'campaign.max_uses_per_code', 'campaign.max_uses_per_customer'])
      .select(['item.id as item_id', 'item.target', 'item.rate_ppm', 'off.amount'])
      .where('campaign.store_id', '=', storeId)
      .where('campaign.state', '=', 'active')
      .where('item.is_retired', '=', 0)
      .where('currency.currency_id', '=', currencyId)
      .orderBy('campaign.id')
      .orderBy('item.position')
      .execute()
    if (rows.length === 0) return undefined

    const limits = await readLimits(
      db,
      rows.map((row) => row.id),
      rows.map((row) => row.item_id),
    )
    const itemOf = (row: (typeof rows)[number]): CampaignItem[] => {
      const off =
        row.rate_ppm === null ? row.amount !== null && { amount: row.amount } : { rate: row.rate_ppm }
      // An amount that is not set in this currency is nothing.
      if (!off) return []
      const { item_id: id, target } = row
      return [{ id, target, off, catalogIds: limits(id, 'catalog'), variantIds: limits(id, 'variant') }]
    }
    const campaigns = [...Map.groupBy(rows, (row) => row.id)].flatMap(([id, items]) =>
      items.slice(0, 1).map((row) => ({
        campaign: {
          id,
          priority: row.priority,
          isExclusive: row.is_exclusive === 1,
          minimum: row.minimum,
          priceGroupIds: limits(id, 'priceGroup'),
          items: items.flatMap(itemOf),
        },
        validFrom: row.valid_from,
        validTo: row.valid_to,
        isAutomatic: row.is_automatic === 1,
        limits: limitsOf(row),
      })),
    )
    return nonEmpty(campaigns)
  },
)

type Limit = 'priceGroup' | 'catalog' | 'variant'

/** What campaigns and their items are limited to: ids of price groups, catalogs and variants of products. */
async function readLimits(
  db: ReadDb,
  campaignIds: readonly string[],
  itemIds: readonly string[],
): Promise<(ownerId: string, limit: Limit) => ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaign_price_groups')
    .select(['campaign_id as owner_id', sql<Limit>`'priceGroup'`.as('kind'), 'price_group_id as value'])
    .where('campaign_id', 'in', campaignIds)
    .unionAll(
      db
        .selectFrom('campaign_item_catalogs')
        .select(['campaign_item_id as owner_id', sql<Limit>`'catalog'`.as('kind'), 'catalog_id as value'])
        .where('campaign_item_id', 'in', itemIds),
    )
    .unionAll(
      db
        .selectFrom('campaign_item_products as own')
        .innerJoin('variants as variant', 'variant.product_id', 'own.product_id')
        .select(['own.campaign_item_id as owner_id', sql<Limit>`'variant'`.as('kind'), 'variant.id as value'])
        .where('own.campaign_item_id', 'in', itemIds),
    )
    .execute()
  const values = new Map<string, Set<string>>()
  for (const { owner_id, kind, value } of rows) {
    const key = `${kind} ${owner_id}`
    values.set(key, (values.get(key) ?? new Set()).add(value))
  }
  return (ownerId, limit) => values.get(`${limit} ${ownerId}`) ?? new Set()
}

/** How a discount is named. */
export interface DiscountText {
  readonly campaignName: string
  readonly campaignItemName: string
  readonly description: string
}

/** The names of campaign items and of their campaigns in a culture, by the item's id. */
export const readDiscountTexts = async (
  db: ReadDb,
  itemIds: readonly string[],
  culture: string,
): Promise<(itemId: string) => DiscountText> => discountTexts(db, culture, itemIds)

const discountTexts = cached(
  async (db, culture: string, itemIds: readonly string[]): Promise<(itemId: string) => DiscountText> => {
    if (itemIds.length === 0) return () => namedBy(undefined, undefined)
    const campaignTexts = await db
      .selectFrom('campaign_items as item')
      .innerJoin('campaigns as campaign', 'campaign.id', 'item.campaign_id')
      .innerJoin('stores as store', 'store.id', 'campaign.store_id')
      .innerJoin('campaign_texts as text', 'text.campaign_id', 'campaign.id')
      .select(['item.id', 'text.culture_code', 'text.name', 'store.default_culture_code as fallback'])
      .where('item.id', 'in', itemIds)
      .execute()
    const itemTexts = await db
      .selectFrom('campaign_item_texts')
      .selectAll()
      .where('campaign_item_id', 'in', itemIds)
      .execute()
    const byItem = Map.groupBy(campaignTexts, (text) => text.id)
    return (itemId) => {
      const ofCampaign = byItem.get(itemId) ?? []
      const fallback = ofCampaign[0]?.fallback ?? culture
      const ofItem = itemTexts.filter((text) => text.campaign_item_id === itemId)
      return namedBy(pickText(ofCampaign, culture, fallback), pickText(ofItem, culture, fallback))
    }
  },
)

const namedBy = (
  campaign: { readonly name: string } | undefined,
  item: { readonly name: string; readonly description: string } | undefined,
): DiscountText => ({
  campaignName: campaign?.name ?? '',
  campaignItemName: item?.name ?? '',
  description: item?.description ?? '',
})

/** A code with what its campaign asks of a cart before anything else. */
export interface CodeRecord {
  readonly id: string
  readonly campaignId: string
  readonly limits: UseLimits
  readonly validFrom: string | null
  readonly validTo: string | null
  /** False where it, or its campaign, is retired. */
  readonly isOffered: boolean
  /** Whether the campaign runs in the currency. */
  readonly isInCurrency: boolean
}

/** @param code as `canonicalCode` spells it */
export async function findCode(
  db: ReadDb,
  { storeId, currencyId, code }: { storeId: string; currencyId: string; code: string },
): Promise<CodeRecord | undefined> {
  const row = await db
    .selectFrom('campaign_codes as code')
    .innerJoin('campaigns as campaign', 'campaign.id', 'code.campaign_id')
    .leftJoin('campaign_currencies as currency', (join) =>
      join.onRef('currency.campaign_id', '=', 'campaign.id').on('currency.currency_id', '=', currencyId),
    )
    .select(['code.id', 'code.is_retired', 'campaign.state'])
    .select(['campaign.valid_from', 'campaign.valid_to', 'currency.currency_id'])
    .select(['campaign.id as campaign_id', 'campaign.max_uses'])
    .select(['campaign.max_uses_per_code', 'campaign.max_uses_per_customer'])
    .where('code.store_id', '=', storeId)
    .where('code.code', '=', code)
    // Nobody has heard of what is still to be decided on.
    .where('campaign.state', '!=', 'draft')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      campaignId: row.campaign_id,
      limits: limitsOf(row),
      validFrom: row.valid_from,
      validTo: row.valid_to,
      isOffered: row.is_retired === 0 && row.state === 'active',
      isInCurrency: row.currency_id !== null,
    }
  )
}
