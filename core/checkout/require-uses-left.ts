import { findBuyer } from '../carts/buyer.ts'
import type { CartRecord } from '../carts/cart.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { findUsedUp, limitedCampaignsOf, lockCampaigns } from '../promotions/campaign-limits.repository.ts'
import {
  findOpenItems,
  findOpenLimited,
  haveCampaignsMoved,
  readDiscountTexts,
} from '../promotions/promotion.repository.ts'
import type { Placing } from './placing.ts'

type Now = Pick<Context, 'now'>

/**
 * The campaigns that others have used up, of those that a cart may be placed with. Whoever places one that is priced with a
 * campaign whose use is limited, or may be by now, waits for whoever else does, before it is asked what the cart costs: what
 * is counted behind that lock holds until the order is there, and a campaign is used no oftener than it may be. All are locked
 * at once: two who did it one after another could wait for each other.
 * @param kept the cart as it was kept
 */
export async function findUsedUpBehindLock(
  db: WriteDb,
  { now }: Now,
  { cart, discounts }: CartRecord,
): Promise<ReadonlySet<string>> {
  const none = new Set<string>()
  if (cart.state !== 'open') return none
  const own = await limitedCampaignsOf(db, discounts)
  const mayHaveOthers = own.length > 0 || (await haveCampaignsMoved(db, cart.store_id, cart.updated_at, now))
  if (!mayHaveOthers) return none
  const others = await findOpenLimited(db, searchOf(cart, now))
  const campaigns = new Map([...own, ...others].map((campaign) => [campaign.id, campaign]))
  if (campaigns.size === 0) return none
  await lockCampaigns(db, [...campaigns.keys()])
  return findUsedUp(db, [...campaigns.values()], {
    cartId: cart.id,
    findCustomer: async () => findBuyer(db, cart),
  })
}

const searchOf = ({ currency_id, id, store_id }: CartRecord['cart'], now: Date) => ({
  storeId: store_id,
  currencyId: currency_id,
  cartId: id,
  now,
})

/**
 * A caller who does not say what they have seen is told of what the cart was kept with, and would have still, had others not
 * used it up.
 * @throws CommerceError Conflict, naming the campaign
 */
export async function requireUsesLeft(
  db: WriteDb,
  { now }: Now,
  { kept, record }: Pick<Placing, 'kept' | 'record'>,
  usedUp: ReadonlySet<string>,
): Promise<void> {
  if (kept === record || usedUp.size === 0) return
  const { cart, discounts } = kept
  const open = await findOpenItems(db, searchOf(cart, now))
  const itemIds = new Set(discounts.map(({ campaignItemId }) => campaignItemId).filter((id) => open.has(id)))
  if (itemIds.size === 0) return
  const items = await db
    .selectFrom('campaign_items')
    .select('id')
    .where('campaign_id', 'in', [...usedUp])
    .where('id', 'in', [...itemIds])
    .execute()
  if (items.length === 0) return
  const textOf = await readDiscountTexts(db, [...itemIds], cart.culture_code)
  const names = [...new Set(items.map(({ id }) => textOf(id).campaignName))].join(', ')
  throw conflict(
    'campaign.used-up',
    said`${{ names }} has been used as often as it may be by now: change the order, and it is priced without it.`,
  )
}
