import { isDeepStrictEqual } from 'node:util'
import type { WriteDb } from '../database/engine.ts'
import { newId } from '../kernel/ids.ts'
import { readDiscountTexts } from '../promotions/promotion.repository.ts'
import type { DiscountPart } from '../pricing/discounts.ts'
import { discountsOf, type CartRow } from './cart.repository.ts'
import { discountRow } from './discount-cart.ts'

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
  const rows = cart.discount_total === 0 ? [] : await discountsOf(db, cart.id)
  const left = new Map(rows.map((row) => [keyOf(row.campaign_item_id, row.line_id), row]))
  const itemIds = [...new Set(parts.map((part) => part.campaignItemId))]
  const textOf = await readDiscountTexts(db, itemIds, cart.culture_code)
  for (const [index, part] of parts.entries()) {
    const key = keyOf(part.campaignItemId, part.lineId)
    const columns = discountRow(part, index, textOf(part.campaignItemId))
    const row = left.get(key)
    left.delete(key)
    if (!row) {
      await db
        .insertInto('cart_discounts')
        .values({ id: newId(), cart_id: cart.id, ...columns })
        .execute()
    } else if (!isDeepStrictEqual({ ...row, ...columns }, row)) {
      await db.updateTable('cart_discounts').set(columns).where('id', '=', row.id).execute()
    }
  }
  for (const { id } of left.values()) await db.deleteFrom('cart_discounts').where('id', '=', id).execute()
}

/** A campaign item discounts each line, the shipment or the order once. */
const keyOf = (itemId: string, lineId: string | null): string => `${itemId} ${lineId ?? ''}`
