import { isDeepStrictEqual } from 'node:util'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { newId } from '../kernel/ids.ts'
import { readDiscountTexts, type DiscountText } from '../promotions/promotion.repository.ts'
import type { DiscountedGoods } from '../pricing/discount-goods.ts'
import type { DiscountPart } from '../pricing/discounts.ts'
import { discountsOfCart, insertDiscount, saveDiscount, deleteDiscount } from './cart-discount.repository.ts'
import type { CartLineRecord } from './cart-line.repository.ts'
import type { CartRecord, CartRow } from './cart.repository.ts'
import type { DiscountRecord } from '../orders/order-contents.ts'

/**
 * Makes the discounts kept with a cart those it has now, named in its culture. One that stays keeps its id, and is not
 * written again where nothing about it has changed.
 * @param cart as it was before, with the culture it has now
 */
export async function keepDiscounts(
  db: WriteDb,
  cart: CartRow,
  parts: readonly DiscountPart[],
): Promise<void> {
  const known = cart.discount_total === 0 ? [] : await discountsOfCart(db, cart.id)
  await replaceDiscounts(db, cart.id, known, await discountsOfParts(db, cart, parts, known))
}

/**
 * The parts of a cart's discounts, as they are kept with it and named in its culture.
 * @param known those it has: what stays keeps its id
 */
export async function discountsOfParts(
  db: ReadDb,
  { culture_code: culture }: CartRow,
  parts: readonly DiscountPart[],
  known: readonly DiscountRecord[],
  idOfNew: (part: DiscountPart) => string = newId,
): Promise<DiscountRecord[]> {
  const ids = new Map(known.map(({ id, campaignItemId, lineId }) => [keyOf(campaignItemId, lineId), id]))
  const itemIds = [...new Set(parts.map((part) => part.campaignItemId))]
  const textOf = await readDiscountTexts(db, itemIds, culture)
  return parts.map((part, index) => {
    const id = ids.get(keyOf(part.campaignItemId, part.lineId)) ?? idOfNew(part)
    return discountOf(id, part, index, textOf(part.campaignItemId))
  })
}

/** Writes what is not the same of a cart's discounts. */
export async function replaceDiscounts(
  db: WriteDb,
  cartId: string,
  before: readonly DiscountRecord[],
  after: readonly DiscountRecord[],
): Promise<void> {
  const left = new Map(before.map((discount) => [discount.id, discount]))
  for (const discount of after) {
    const kept = left.get(discount.id)
    left.delete(discount.id)
    if (!kept) await insertDiscount(db, cartId, discount)
    else if (!isDeepStrictEqual(discount, kept)) await saveDiscount(db, discount)
  }
  for (const id of left.keys()) await deleteDiscount(db, id)
}

/** A cart with what campaigns take off it, and what it comes to then. */
export const withDiscounts = (
  { cart, ...record }: CartRecord,
  {
    lines,
    shipment,
    totals,
  }: Omit<DiscountedGoods<CartLineRecord, NonNullable<CartRecord['shipment']>>, 'parts'>,
  discounts: readonly DiscountRecord[],
): CartRecord => ({
  ...record,
  cart: {
    ...cart,
    order_total: totals.orderTotal,
    discount: totals.discount,
    discount_total: totals.discountTotal,
  },
  lines,
  shipment,
  discounts,
})

/** A part of a cart's discounts, as it is kept with it. */
export const discountOf = (
  id: string,
  { campaignItemId, target, lineId, amount }: DiscountPart,
  index: number,
  text: DiscountText,
): DiscountRecord => ({
  id,
  position: index + 1,
  target,
  lineId,
  campaignItemId,
  ...text,
  amount,
})

/** A campaign item discounts each line, the shipment or the order once. */
const keyOf = (itemId: string, lineId: string | null): string => `${itemId} ${lineId ?? ''}`
