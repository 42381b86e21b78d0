import type { CartRecord } from '../carts/cart.repository.ts'
import type { CustomerRow } from '../customers/customer.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { findUsedUp, limitedCampaignsOf, lockCampaigns } from '../promotions/campaign-limits.repository.ts'
import { findOpenItems, readDiscountTexts } from '../promotions/promotion.repository.ts'
import type { Placing } from './placing.ts'

/**
 * Who places a cart that is priced with campaigns whose use is limited waits for whoever else does, before it is asked what
 * the cart costs now: what another desk uses up at the same moment is no part of that.
 * @param kept the cart as it was kept
 */
export async function waitForUses(db: WriteDb, { cart, discounts }: CartRecord): Promise<void> {
  if (cart.state === 'open') await lockLimited(db, discounts)
}

/** What the order has, and what its cart was kept with and would have still, had others not used it up. */
export async function discountsMeant(
  db: WriteDb,
  { now }: Pick<Context, 'now'>,
  { kept, record }: Pick<Placing, 'kept' | 'record'>,
): Promise<CartRecord['discounts']> {
  if (kept === record) return record.discounts
  const { currency_id: currencyId, id: cartId, store_id: storeId } = kept.cart
  const open = await findOpenItems(db, { storeId, currencyId, cartId, now })
  return [...record.discounts, ...kept.discounts.filter(({ campaignItemId }) => open.has(campaignItemId))]
}

/**
 * A campaign is used no oftener than it may be, by however many at once: what is counted behind its lock holds until the
 * order is there.
 * @param discounts what the order has; of a caller who does not say what they have seen, those of {@link discountsMeant}
 * @param customer whose order it becomes
 * @throws CommerceError Conflict, naming the campaign, where others have used it up since the cart was priced
 */
export async function requireUsesLeft(
  db: WriteDb,
  { cart }: Pick<CartRecord, 'cart'>,
  discounts: CartRecord['discounts'],
  customer: CustomerRow,
): Promise<void> {
  const campaigns = await lockLimited(db, discounts)
  const usedUp = await findUsedUp(db, campaigns, {
    cartId: cart.id,
    findCustomer: async () => Promise.resolve(customer),
  })
  if (usedUp.size === 0) return
  const itemIds = [...new Set(discounts.map(({ campaignItemId }) => campaignItemId))]
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

async function lockLimited(db: WriteDb, discounts: CartRecord['discounts']) {
  const campaigns = await limitedCampaignsOf(db, discounts)
  if (campaigns.length > 0)
    await lockCampaigns(
      db,
      campaigns.map(({ id }) => id),
    )
  return campaigns
}
