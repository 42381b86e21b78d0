import { isDeepStrictEqual } from 'node:util'
import type { WriteDb } from '../database/engine.ts'
import { newId } from '../kernel/ids.ts'
import { readDiscountTexts, type DiscountText } from '../promotions/promotion.repository.ts'
import type { DiscountPart } from '../pricing/discounts.ts'
import { discountsOfCart, insertDiscount, saveDiscount, deleteDiscount } from './cart-discount.repository.ts'
import type { CartRow } from './cart.repository.ts'
import type { DiscountRecord } from '../orders/records.ts'

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
  const left = new Map(known.map((discount) => [keyOf(discount.campaignItemId, discount.lineId), discount]))
  const itemIds = [...new Set(parts.map((part) => part.campaignItemId))]
  const textOf = await readDiscountTexts(db, itemIds, cart.culture_code)
  for (const [index, part] of parts.entries()) {
    const key = keyOf(part.campaignItemId, part.lineId)
    const kept = left.get(key)
    left.delete(key)
    const discount = discountOf(kept?.id ?? newId(), part, index, textOf(part.campaignItemId))
    if (!kept) await insertDiscount(db, cart.id, discount)
    else if (!isDeepStrictEqual(discount, kept)) await saveDiscount(db, discount)
  }
  for (const { id } of left.values()) await deleteDiscount(db, id)
}

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
