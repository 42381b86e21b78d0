import type { ReadDb, WriteDb } from '../database/engine.ts'
import { cached } from '../database/cache.ts'
import { lockRows } from '../database/queries/lock-rows.ts'
import { NO_SALE } from '../database/queries/no-sale.ts'
import { isWalkInCustomer } from '../customers/walk-in-customer.ts'

/** How often a campaign may be used, in orders that are not cancelled; null where there is no limit. */
export interface UseLimits {
  readonly inAll: number | null
  readonly perCode: number | null
  readonly perCustomer: number | null
}

export interface LimitedCampaign {
  readonly id: string
  readonly limits: UseLimits
}

/** For whom it is asked. */
export interface Buyer {
  /** The cart, whose own order does not count. */
  readonly cartId?: string | undefined
  /** Finds who they are; asked only where that counts. Left out, nobody knows, as where it finds nobody. */
  readonly findCustomer?: (() => Promise<{ readonly id: string } | undefined>) | undefined
  /** Codes that count, by their campaigns, instead of those that the cart was given. */
  readonly codes?: ReadonlyMap<string, readonly string[]> | undefined
}

export const isLimited = ({ inAll, perCode, perCustomer }: UseLimits): boolean =>
  inAll !== null || perCode !== null || perCustomer !== null

/**
 * Those of some campaigns that have been used as often as they may be, for a buyer. Counted from the orders themselves: one
 * that is cancelled gives its use back. Where there is no limit nothing is asked.
 */
export async function findUsedUp(
  db: ReadDb,
  campaigns: readonly LimitedCampaign[],
  buyer: Buyer,
): Promise<ReadonlySet<string>> {
  const limited = campaigns.filter(({ limits }) => isLimited(limits))
  if (limited.length === 0) return new Set()
  const idsOf = (limit: keyof UseLimits): string[] =>
    limited.filter(({ limits }) => limits[limit] !== null).map(({ id }) => id)
  const forEach = idsOf('perCustomer')
  const customer = forEach.length > 0 ? await buyer.findCustomer?.() : undefined
  const all = await countUses(db, await findOftenUsed(db, limited, buyer), buyer)
  // Nobody knows how often one walk-in has come: what others took is not theirs.
  const isKnown = customer !== undefined && !(await isWalkInCustomer(db, customer.id))
  const own = isKnown ? await countUses(db, forEach, buyer, customer.id) : undefined
  const codes = await countUsesOfCodes(db, limited, buyer)
  const isUp = (limit: number | null, uses = 0): boolean => limit !== null && uses >= limit
  return new Set(
    limited
      .filter(({ id, limits: { inAll, perCode, perCustomer } }) => {
        const ofCodes = codes.get(id) ?? []
        return (
          isUp(inAll, all.get(id)) ||
          isUp(perCustomer, own?.get(id)) ||
          // One code that is left lets the buyer in.
          (ofCodes.length > 0 && ofCodes.every((uses) => isUp(perCode, uses)))
        )
      })
      .map(({ id }) => id),
  )
}

/** What campaigns took off orders, cancelled ones too, but for the buyer's own that is being changed. */
const discountsBy = (db: ReadDb, campaignIds: readonly string[], { cartId = '' }: Buyer) =>
  db
    .selectFrom('campaign_items as item')
    .innerJoin('order_discounts as discount', 'discount.campaign_item_id', 'item.id')
    .where('item.campaign_id', 'in', campaignIds)
    .where('discount.order_id', '!=', cartId)

/** The same off orders that count: a cancelled one gives its use back, and a return sells nothing. */
const usesOf = (db: ReadDb, campaignIds: readonly string[], buyer: Buyer) =>
  discountsBy(db, campaignIds, buyer)
    .innerJoin('orders as order', 'order.id', 'discount.order_id')
    .where('order.status', 'not in', NO_SALE)

/**
 * Campaigns that orders have used as often as they may be used in all, cancelled ones counted too: of others nobody has to ask
 * which are. An index tells them, where each order would be looked up with each change of a cart.
 */
async function findOftenUsed(
  db: ReadDb,
  limited: readonly LimitedCampaign[],
  buyer: Buyer,
): Promise<string[]> {
  const limits = new Map(
    limited.flatMap(({ id, limits: { inAll } }) => (inAll === null ? [] : [[id, inAll]])),
  )
  if (limits.size === 0) return []
  const rows = await discountsBy(db, [...limits.keys()], buyer)
    .select((eb) => [
      'item.campaign_id as id',
      eb.fn.count<number | string>('discount.order_id').distinct().as('n'),
    ])
    .groupBy('item.campaign_id')
    .execute()
  return rows.filter(({ id, n }) => Number(n) >= (limits.get(id) ?? 0)).map(({ id }) => id)
}

async function countUses(
  db: ReadDb,
  campaignIds: readonly string[],
  buyer: Buyer,
  customerId?: string,
): Promise<ReadonlyMap<string, number>> {
  if (campaignIds.length === 0) return new Map()
  let uses = usesOf(db, campaignIds, buyer)
  if (customerId !== undefined) {
    // Theirs alone: a file would go through all orders that the campaigns took something off, with each change of a cart.
    const own = db.selectFrom('orders').select('id').where('customer_id', '=', customerId)
    uses = uses.where('discount.order_id', 'in', own)
  }
  const rows = await uses
    .select((eb) => ['item.campaign_id', eb.fn.count<number | string>('order.id').distinct().as('n')])
    .groupBy('item.campaign_id')
    .execute()
  return new Map(rows.map(({ campaign_id, n }) => [campaign_id, Number(n)]))
}

/** How often each of the codes was used that let the buyer into campaigns where that is limited. */
async function countUsesOfCodes(
  db: ReadDb,
  limited: readonly LimitedCampaign[],
  buyer: Buyer,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = limited.filter(({ limits }) => limits.perCode !== null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const codes = buyer.codes ?? (await codesOfCart(db, ids, buyer))
  const codeIds = [...codes.values()].flat()
  if (codeIds.length === 0) return new Map()
  const rows = await usesOf(db, ids, buyer)
    .innerJoin('cart_promotion_codes as given', 'given.cart_id', 'order.id')
    .innerJoin('campaign_codes as code', 'code.id', 'given.campaign_code_id')
    .where('code.id', 'in', codeIds)
    // What another campaign took off an order is no use of this one's code.
    .whereRef('code.campaign_id', '=', 'item.campaign_id')
    .select((eb) => ['code.id', eb.fn.count<number | string>('order.id').distinct().as('n')])
    .groupBy('code.id')
    .execute()
  const uses = new Map(rows.map(({ id, n }) => [id, Number(n)]))
  return new Map([...codes].map(([id, own]) => [id, own.map((code) => uses.get(code) ?? 0)]))
}

/** The codes that a cart was given, by their campaigns: of some campaigns, and those that let somebody in still. */
export async function codesOfCart(
  db: ReadDb,
  campaignIds: readonly string[],
  { cartId = '' }: Pick<Buyer, 'cartId'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('cart_promotion_codes as given')
    .innerJoin('campaign_codes as code', 'code.id', 'given.campaign_code_id')
    .select(['code.id', 'code.campaign_id'])
    .where('given.cart_id', '=', cartId)
    .where('code.campaign_id', 'in', campaignIds)
    .where('code.is_retired', '=', 0)
    .execute()
  const byCampaign = Map.groupBy(rows, (row) => row.campaign_id)
  return new Map([...byCampaign].map(([id, own]) => [id, own.map((row) => row.id)]))
}

/** The campaigns that discounts are of, where their use is limited. */
export async function limitedCampaignsOf(
  db: ReadDb,
  discounts: readonly { readonly campaignItemId: string }[],
): Promise<readonly LimitedCampaign[]> {
  if (discounts.length === 0) return []
  const itemIds = new Set(discounts.map(({ campaignItemId }) => campaignItemId))
  return (await findLimitedCampaigns(db, [...itemIds])).campaigns
}

/** The campaigns of some items whose use is limited. */
const findLimitedCampaigns = cached(
  async (db, itemIds: readonly string[]): Promise<{ readonly campaigns: readonly LimitedCampaign[] }> => {
    if (itemIds.length === 0) return { campaigns: [] }
    const rows = await db
      .selectFrom('campaigns as campaign')
      .innerJoin('campaign_items as item', 'item.campaign_id', 'campaign.id')
      .select([
        'campaign.id',
        'campaign.max_uses',
        'campaign.max_uses_per_code',
        'campaign.max_uses_per_customer',
      ])
      .where('item.id', 'in', itemIds)
      .distinct()
      .execute()
    const campaigns = rows.map((row) => ({ id: row.id, limits: limitsOf(row) }))
    return { campaigns: campaigns.filter(({ limits }) => isLimited(limits)) }
  },
)

export const limitsOf = (row: {
  readonly max_uses: number | null
  readonly max_uses_per_code: number | null
  readonly max_uses_per_customer: number | null
}): UseLimits => ({
  inAll: row.max_uses,
  perCode: row.max_uses_per_code,
  perCustomer: row.max_uses_per_customer,
})

/** Whoever uses or deletes one of these campaigns waits here for the one before: what is counted then is what there is. */
export async function lockCampaigns(db: WriteDb, ids: readonly string[]): Promise<void> {
  await lockRows(db, 'campaigns', ids)
}
