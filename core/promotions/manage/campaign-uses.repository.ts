import { sql } from 'kysely'
import type { ReadDb } from '../../database/engine.ts'

/** How often campaigns have been used. */
export interface CampaignUses {
  /** Orders that it took something off, without those that were cancelled. */
  ofCampaign(campaignId: string): number
  /** The same of each of its codes that was given for them, by the code's id. */
  ofCodes(campaignId: string): Readonly<Record<string, number>>
}

/** Counted from the orders themselves: one that is cancelled gives its use back. */
export async function findCampaignUses(db: ReadDb, campaignIds: readonly string[]): Promise<CampaignUses> {
  const uses = db
    .selectFrom('campaign_items as item')
    .innerJoin('order_discounts as discount', 'discount.campaign_item_id', 'item.id')
    .innerJoin('orders as order', 'order.id', 'discount.order_id')
    .select(['item.campaign_id', 'order.id as order_id'])
    .where('item.campaign_id', 'in', campaignIds)
    .where('order.status', '!=', 'cancelled')
    .distinct()
  const count = sql<number>`count(*)`.as('count')
  const ofCampaigns = await db
    .selectFrom(uses.as('used'))
    .select(['used.campaign_id', count])
    .groupBy('used.campaign_id')
    .execute()
  const ofCodes = await db
    .selectFrom(uses.as('used'))
    .innerJoin('cart_promotion_codes as given', 'given.cart_id', 'used.order_id')
    .innerJoin('campaign_codes as code', (join) =>
      join.onRef('code.id', '=', 'given.campaign_code_id').onRef('code.campaign_id', '=', 'used.campaign_id'),
    )
    .select(['used.campaign_id', 'code.id', count])
    .groupBy(['used.campaign_id', 'code.id'])
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
