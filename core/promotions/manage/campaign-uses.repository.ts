import type { ReadDb } from '../../database/engine.ts'
import { NO_SALE } from '../../database/queries/no-sale.ts'

/** How often campaigns have been used. */
export interface CampaignUses {
  /** Orders that it took something off, without those that were cancelled, and returns. */
  ofCampaign(campaignId: string): number
  /** The same of each of its codes that was given for them, by the code's id. */
  ofCodes(campaignId: string): Readonly<Record<string, number>>
}

/** Counted from the orders themselves: one that is cancelled gives its use back, and a return has none. */
export async function findCampaignUses(db: ReadDb, campaignIds: readonly string[]): Promise<CampaignUses> {
  const ofCampaigns = await db
    .selectFrom('campaign_items as item')
    .innerJoin('order_discounts as discount', 'discount.campaign_item_id', 'item.id')
    .innerJoin('orders as order', 'order.id', 'discount.order_id')
    .select((eb) => ['item.campaign_id', eb.fn.count<number>('discount.order_id').distinct().as('count')])
    .where('item.campaign_id', 'in', campaignIds)
    .where('order.status', 'not in', NO_SALE)
    .groupBy('item.campaign_id')
    .execute()
  // By what was given, which is little: most uses of most campaigns take no code.
  const ofCodes = await db
    .selectFrom('campaign_codes as code')
    .innerJoin('cart_promotion_codes as given', 'given.campaign_code_id', 'code.id')
    .innerJoin('orders as order', 'order.id', 'given.cart_id')
    .select((eb) => ['code.campaign_id', 'code.id', eb.fn.countAll<number>().as('count')])
    .where('code.campaign_id', 'in', campaignIds)
    .where('order.status', 'not in', NO_SALE)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_discounts as discount')
          .innerJoin('campaign_items as item', 'item.id', 'discount.campaign_item_id')
          .select('discount.id')
          .whereRef('discount.order_id', '=', 'order.id')
          .whereRef('item.campaign_id', '=', 'code.campaign_id'),
      ),
    )
    .groupBy(['code.campaign_id', 'code.id'])
    .execute()
  const counts = new Map(ofCampaigns.map((row) => [row.campaign_id, row.count]))
  const codes = Map.groupBy(ofCodes, (row) => row.campaign_id)
  return {
    ofCampaign: (id) => counts.get(id) ?? 0,
    ofCodes: (id) => Object.fromEntries((codes.get(id) ?? []).map((row) => [row.id, row.count])),
  }
}

/** Those of some codes that a cart was given. */
export async function findGivenCodes(db: ReadDb, codeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (codeIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('cart_promotion_codes')
    .select('campaign_code_id as id')
    .where('campaign_code_id', 'in', codeIds)
    .distinct()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Those of some items that have taken something off a cart or an order. */
export async function findUsedItems(db: ReadDb, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set()
  const used = new Set<string>()
  for (const table of ['order_discounts', 'cart_discounts'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('campaign_item_id as id')
      .where('campaign_item_id', 'in', itemIds)
      .distinct()
      .execute()
    for (const { id } of rows) used.add(id)
  }
  return used
}
