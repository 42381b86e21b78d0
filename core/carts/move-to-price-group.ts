import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { shipmentColumns } from '../orders/order-contents.ts'
import { priceGroupEvaluation } from '../price-groups/evaluate-price-group.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { getOfferedPriceGroup } from '../price-groups/price-group.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { cartFacts } from './cart-facts.ts'
import { loadGoods, requireCartCurrency, type CartRow } from './cart.repository.ts'
import { repricing } from './reprice.ts'
import { saveLine } from './cart-line.repository.ts'

/**
 * Moves every line and the shipment of a cart to the prices of a price group, all or none.
 * @param reason why, where the group is not valid for the cart as it is now: it stays on the cart, with who and when
 * @throws CommerceError BadRequest for a group that does not sell what is in the cart, or is not valid without a reason
 */
export async function moveToPriceGroup(
  db: WriteDb,
  context: Context,
  store: StoreRecord,
  cart: CartRow,
  { priceGroupId, reason }: { priceGroupId: string; reason: string | null | undefined },
): Promise<CartRow> {
  const priceGroup = await getOfferedPriceGroup(db, store.id, priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const reasoned = await reasonFor(db, context, store, cart, priceGroup, orNull(reason))
  const goods = await loadGoods(db, cart.id, cart)
  const repriced = await (await repricing(db, goods, [priceGroup]))(priceGroup)
  if (repriced.refusal) throw repriced.refusal
  for (const line of repriced.lines) await saveLine(db, cart.id, line)
  const { shipment } = repriced
  const shipping_address = shipment ? cart.shipping_address : null
  return { ...cart, ...reasoned, shipping_address, ...shipmentColumns(shipment) }
}

/** What stays on the cart of a group that is not valid for it; nothing of one that is. */
async function reasonFor(
  db: WriteDb,
  { now, name }: Context,
  store: StoreRecord,
  cart: CartRow,
  priceGroup: PriceGroupRecord,
  reason: string | null,
): Promise<Partial<CartRow>> {
  const facts = await cartFacts(db, store, cart, now)
  const evaluate = await priceGroupEvaluation(db, store, { culture: cart.culture_code, facts })
  const { name: groupName, valid, reasons } = evaluate(priceGroup)
  if (valid) return noReason
  if (reason === null) {
    const text = said`is needed: ${{ name: groupName }} is not valid for this cart. ${{ reasons: reasons.join('. ') }}`
    throw badRequest('price-group.not-valid', text, 'priceGroupReason')
  }
  return {
    reasoned_price_group_id: priceGroup.id,
    price_group_reason: reason,
    price_group_reason_by: name,
    price_group_reason_at: timestamp(now),
  }
}

const noReason = {
  reasoned_price_group_id: null,
  price_group_reason: null,
  price_group_reason_by: null,
  price_group_reason_at: null,
}
