import type { ReadDb, WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { pickText } from '../kernel/culture.ts'
import { badRequest, conflict, notFound, said, type Said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { codesOfCart, findUsedUp } from '../promotions/campaign-limits.repository.ts'
import { findCode, type CodeRecord } from '../promotions/promotion.repository.ts'
import type { CodeHindrance, PromotionCode, PromotionCodeBody } from '../promotions/promotion.schema.ts'
import { canonicalCode } from '../promotions/promotion-code.ts'
import { getStore } from '../stores/store.repository.ts'
import { findBuyer } from './buyer.ts'
import { requireAccompanying } from './accompanying.ts'
import { getCartRow, loadCart, type CartRow } from './cart.repository.ts'
import { withDiscountsOfNow } from './discounts-now.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'
import { insertUnlessThere } from '../database/queries/prepared.ts'

/** The promotion codes of a cart, in the order they were added. */
export async function listPromotionCodes(
  db: ReadDb,
  context: Context,
  cartId: string,
): Promise<PromotionCode[]> {
  const { now, storeId } = context
  const found = await getCartRow(db, storeId, cartId)
  const rows = await db
    .selectFrom('cart_promotion_codes as given')
    .innerJoin('campaign_codes as code', 'code.id', 'given.campaign_code_id')
    .leftJoin('campaign_texts as text', 'text.campaign_id', 'code.campaign_id')
    .select(['code.code', 'code.campaign_id', 'text.culture_code', 'text.name'])
    .where('given.cart_id', '=', cartId)
    .orderBy('given.added_at')
    .orderBy('code.code')
    .execute()
  if (rows.length === 0) return []
  const { defaultCulture } = await getStore(db, storeId)
  const { cart, discounts } = await withDiscountsOfNow(db, context, await loadCart(db, cartId, found))
  const campaigns = await campaignsOfItems(
    db,
    discounts.map(({ campaignItemId }) => campaignItemId),
  )
  const codes: PromotionCode[] = []
  for (const [code, texts] of Map.groupBy(rows, (row) => row.code)) {
    const named = texts.flatMap(({ culture_code, name }) =>
      culture_code !== null && name !== null ? { culture_code, name } : [],
    )
    const applied = texts.some((row) => campaigns.has(row.campaign_id))
    const hindrance = applied ? undefined : await hindranceOf(db, cart, await findCodeOf(db, cart, code), now)
    codes.push({
      code,
      campaignName: pickText(named, cart.culture_code, defaultCulture)?.name ?? '',
      applied,
      ...(hindrance && { hindrance }),
    })
  }
  return codes
}

/** The campaigns that some items are of. */
async function campaignsOfItems(db: ReadDb, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set()
  const items = db.selectFrom('campaign_items').select('campaign_id').where('id', 'in', itemIds)
  return new Set((await items.execute()).map((row) => row.campaign_id))
}

/**
 * Gives a cart a promotion code. It stays where its campaign asks for more than the cart holds: that may still come.
 * @returns the cart's new version
 * @throws CommerceError NotFound for cart or code; BadRequest where the code's time has passed or not begun, it was used as
 *   often as it may be, or it does not run in the cart's currency; Conflict where the cart has the code, or one whose use it
 *   would waste
 */
export async function addPromotionCode(
  db: WriteDb,
  context: Context,
  { cartId, code }: { cartId: string; code: string },
  accompanying: PromotionCodeBody,
): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  await requireAccompanying(db, context.storeId, accompanying)
  const found = await getCode(db, cart, code)
  const hindrance = await hindranceOf(db, cart, found, context.now)
  if (hindrance) {
    const text = HINDERED[hindrance](canonicalCode(code), found)
    throw badRequest(`promotion-code.${hindrance}`, text, 'code')
  }
  await takePlace(db, cart, found, code)
  const given = { cart_id: cartId, campaign_code_id: found.id, added_at: timestamp(context.now) }
  if (!(await insertUnlessThere(db, 'cart_promotion_codes', given))) {
    throw conflict(
      'promotion-code.exists',
      said`the cart has ${{ code: canonicalCode(code) }} already`,
      'code',
    )
  }
  return saveCart(db, context, cart)
}

/**
 * Takes a promotion code away, with what it discounted.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart, or a code that the cart does not have; Conflict
 */
export async function removePromotionCode(
  db: WriteDb,
  context: Context,
  { cartId, code }: { cartId: string; code: string },
  accompanying: PromotionCodeBody,
): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  await requireAccompanying(db, context.storeId, accompanying)
  const { id } = await getCode(db, cart, code)
  const { numDeletedRows } = await db
    .deleteFrom('cart_promotion_codes')
    .where('cart_id', '=', cartId)
    .where('campaign_code_id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    throw notFound(
      'promotion-code.not-given',
      said`The cart does not have the promotion code ${{ code: canonicalCode(code) }}.`,
    )
  }
  return saveCart(db, context, cart)
}

/**
 * Where each code may be used so often, one of a cart is used by its order, and a second would be with it, for nothing. One
 * that others have used up since it was given leaves its place to another: the order would count as a use of it, too.
 * @throws CommerceError Conflict where the cart has one that lets it in
 */
async function takePlace(
  db: WriteDb,
  cart: CartRow,
  { campaignId, id, limits }: CodeRecord,
  code: string,
): Promise<void> {
  const { perCode } = limits
  if (perCode === null) return
  const given = (await codesOfCart(db, [campaignId], { cartId: cart.id })).get(campaignId) ?? []
  const others = given.filter((one) => one !== id)
  if (others.length === 0) return
  const ofCodes = [{ id: campaignId, limits: { inAll: null, perCode, perCustomer: null } }]
  const usedUp = await findUsedUp(db, ofCodes, { cartId: cart.id, codes: new Map([[campaignId, others]]) })
  if (usedUp.size === 0)
    throw conflict(
      'promotion-code.spare',
      said`${{ code: canonicalCode(code) }} is left unused: the cart has another code of this campaign, and both take off no more than one`,
      'code',
    )
  await db
    .deleteFrom('cart_promotion_codes')
    .where('cart_id', '=', cart.id)
    .where('campaign_code_id', 'in', others)
    .execute()
}

const findCodeOf = async (
  db: ReadDb,
  { currency_id: currencyId, store_id: storeId }: CartRow,
  code: string,
): Promise<CodeRecord | undefined> => findCode(db, { storeId, currencyId, code: canonicalCode(code) })

async function getCode(db: ReadDb, cart: CartRow, code: string): Promise<CodeRecord> {
  const found = await findCodeOf(db, cart, code)
  if (found) return found
  throw notFound('promotion-code.not-found', 'There is no such promotion code.')
}

/** Why a code takes nothing off a cart, whatever is in it; one of a campaign that is a draft again is known no more. */
async function hindranceOf(
  db: ReadDb,
  cart: CartRow,
  code: CodeRecord | undefined,
  date: Date,
): Promise<CodeHindrance | undefined> {
  const now = timestamp(date)
  if (!code?.isOffered) return 'retired'
  if (code.validFrom !== null && now < code.validFrom) return 'not-begun'
  if (code.validTo !== null && now >= code.validTo) return 'expired'
  if (!code.isInCurrency) return 'currency'
  const { campaignId, id, limits } = code
  const findCustomer = async () => findBuyer(db, cart)
  const buyer = { cartId: cart.id, findCustomer, codes: new Map([[campaignId, [id]]]) }
  const usedUp = await findUsedUp(db, [{ id: campaignId, limits }], buyer)
  return usedUp.size > 0 ? 'used-up' : undefined
}

const HINDERED: Readonly<Record<CodeHindrance, (code: string, record: CodeRecord) => Said>> = {
  retired: (code) => said`${{ code }} is no longer valid`,
  'not-begun': (code, { validFrom }) => said`${{ code }} is not valid before ${{ validFrom }}`,
  expired: (code, { validTo }) => said`${{ code }} is no longer valid, it ended ${{ validTo }}`,
  currency: (code) => said`${{ code }} does not run in the cart's currency`,
  'used-up': (code) => said`${{ code }} has been used as often as it may be`,
}
