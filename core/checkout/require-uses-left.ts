import type { CartRecord } from '../carts/cart.repository.ts'
import type { CustomerRow } from '../customers/customer.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import { findLimitedCampaigns, findUsedUp, lockCampaigns } from '../promotions/campaign-limits.repository.ts'
import { readDiscountTexts } from '../promotions/promotion.repository.ts'

/**
 * A campaign is used no oftener than it may be, by however many at once: who places an order with one whose use is limited
 * waits for whoever else does, and what is counted then holds until the order is there.
 * @param customer whose order it becomes
 * @throws CommerceError Conflict, naming the campaign, where others have used it up since the cart was priced
 */
export async function requireUsesLeft(
  db: WriteDb,
  { cart, discounts }: CartRecord,
  customer: CustomerRow,
): Promise<void> {
  if (discounts.length === 0) return
  const itemIds = [...new Set(discounts.map(({ campaignItemId }) => campaignItemId))]
  const { campaigns } = await findLimitedCampaigns(db, itemIds)
  if (campaigns.length === 0) return
  await lockCampaigns(
    db,
    campaigns.map(({ id }) => id),
  )
  const usedUp = await findUsedUp(db, campaigns, {
    cartId: cart.id,
    findCustomer: async () => Promise.resolve(customer),
  })
  if (usedUp.size === 0) return
  const items = await db
    .selectFrom('campaign_items')
    .select('id')
    .where('campaign_id', 'in', [...usedUp])
    .where('id', 'in', itemIds)
    .execute()
  const textOf = await readDiscountTexts(db, itemIds, cart.culture_code)
  const names = [...new Set(items.map(({ id }) => textOf(id).campaignName))].join(', ')
  throw conflict(
    'campaign.used-up',
    said`${{ names }} has been used as often as it may be by now: change the order, and it is priced without it.`,
  )
}
