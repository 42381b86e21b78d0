import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { idOf } from '../kernel/ids.ts'
import { discountGoods } from '../pricing/discount-goods.ts'
import type { DiscountPart } from '../pricing/discounts.ts'
import { findUsedUp, limitedCampaignsOf, type Buyer } from '../promotions/campaign-limits.repository.ts'
import { findCampaigns, haveCampaignsMoved } from '../promotions/promotion.repository.ts'
import type { DiscountRecord } from '../orders/order-contents.ts'
import { findBuyer } from './buyer.ts'
import type { CartRecord } from './cart.repository.ts'
import { discountsOfParts, replaceDiscounts, withDiscounts } from './keep-discounts.ts'
import { updateLines } from './save-cart.ts'

/**
 * The cart as it costs now. Discounts are kept with every change of it; where campaigns have begun, ended, been changed or
 * been used up since, it has those of now, which the next change keeps, or its order. What has been placed stays as it was
 * agreed on.
 * @param idOfNew of a discount that is not kept yet: the same at every look; whoever keeps it gives it one of its own
 * @param usedUp the campaigns that others have used up, from whoever has counted already
 * @returns the same record, where its discounts are those of now
 */
export async function withDiscountsOfNow(
  db: ReadDb,
  { now }: Pick<Context, 'now'>,
  record: CartRecord,
  idOfNew: (part: DiscountPart) => string = idOfShown(record.cart.id),
  usedUp?: ReadonlySet<string>,
): Promise<CartRecord> {
  const { cart } = record
  const { store_id: storeId, currency_id: currencyId } = cart
  if (cart.state !== 'open') return record
  const buyer = { cartId: cart.id, findCustomer: async () => findBuyer(db, cart) }
  const haveMoved = await haveCampaignsMoved(db, storeId, cart.updated_at, now)
  if (!haveMoved && !(await hasUsedUp(db, record, buyer, usedUp))) return record
  const search = { storeId, currencyId, now, usedUp, ...buyer }
  const discounted = discountGoods(record, await findCampaigns(db, search))
  const { parts } = discounted
  if (isAsKept(parts, record.discounts)) return record
  const discounts = await discountsOfParts(db, cart, parts, record.discounts, idOfNew)
  return withDiscounts(record, discounted, discounts)
}

/** Whether others have used up since what the cart is priced with: where its use is limited, orders are counted. */
async function hasUsedUp(
  db: ReadDb,
  { discounts }: CartRecord,
  buyer: Buyer,
  known?: ReadonlySet<string>,
): Promise<boolean> {
  const campaigns = await limitedCampaignsOf(db, discounts)
  const usedUp = known ?? (await findUsedUp(db, campaigns, buyer))
  return campaigns.some(({ id }) => usedUp.has(id))
}

const idOfShown =
  (cartId: string) =>
  ({ campaignItemId, lineId }: DiscountPart): string =>
    idOf([cartId, campaignItemId, lineId ?? ''].join(' '))

/**
 * Lines and discounts of a cart become those that it costs now. Its row is written by whoever closes it.
 * @param kept the cart as it was kept
 */
export async function keepDiscountsOfNow(db: WriteDb, kept: CartRecord, now: CartRecord): Promise<void> {
  if (now === kept) return
  await updateLines(db, kept.cart.id, kept.lines, now.lines)
  await replaceDiscounts(db, kept.cart.id, kept.discounts, now.discounts)
}

const isAsKept = (parts: readonly DiscountPart[], kept: readonly DiscountRecord[]): boolean =>
  parts.length === kept.length &&
  parts.every((part, index) => {
    const same = kept[index]
    return (
      same?.campaignItemId === part.campaignItemId &&
      same.lineId === part.lineId &&
      same.amount === part.amount
    )
  })
