import type { Context } from '../access/context.ts'
import type { WriteDb } from '../database/database.ts'
import { updateRow } from '../database/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { findCampaigns } from '../promotions/promotion.repository.ts'
import { findShipment, linesOf, type CartRow, type LineRow, type ShipmentRow } from './cart.repository.ts'
import { discountedTotals } from './discount-cart.ts'
import { keepDiscounts } from './keep-discounts.ts'

/**
 * Ends every change of a cart: its discounts as they are now, the next version, and what the list of carts shows of it.
 * @param known its lines as they are now, from whoever has read them already
 * @returns the new version
 * @throws CommerceError BadRequest where the total is larger than can be kept
 */
export async function saveCart(
  db: WriteDb,
  { now, changes }: Context,
  cart: CartRow,
  known?: readonly LineRow[],
): Promise<number> {
  const lines = known ?? (await linesOf(db, cart.id))
  const shipment = await findShipment(db, cart.id)
  const { store_id: storeId, currency_id: currencyId } = cart
  const campaigns = await findCampaigns(db, { storeId, currencyId, now, cartId: cart.id })
  const discounted = discountedTotals({ lines, shipment }, campaigns)
  const { totals } = discounted

  await updateLines(db, lines, discounted.lines)
  await updateShipment(db, shipment, discounted.shipment)
  if (cart.discount_total > 0 || discounted.parts.length > 0) await keepDiscounts(db, cart, discounted.parts)
  const version = cart.version + 1
  await updateRow(db, 'carts', cart.id, {
    version,
    updated_at: timestamp(now),
    state: cart.state,
    culture_code: cart.culture_code,
    customer_id: cart.customer_id,
    note: cart.note,
    customer_name: cart.customer_name,
    search_text: cart.search_text,
    line_count: lines.length,
    order_total: totals.orderTotal,
    discount: totals.discount,
    discount_total: totals.discountTotal,
    walk_in: cart.walk_in,
    reasoned_price_group_id: cart.reasoned_price_group_id,
    price_group_reason: cart.price_group_reason,
    price_group_reason_by: cart.price_group_reason_by,
    price_group_reason_at: cart.price_group_reason_at,
  })
  changes.push({ type: 'cart.changed', id: cart.id, version })
  return version
}

async function updateLines(
  db: WriteDb,
  before: readonly LineRow[],
  after: readonly LineRow[],
): Promise<void> {
  for (const [index, { id, unit_discount, tax }] of after.entries()) {
    if (before[index]?.unit_discount === unit_discount) continue
    await updateRow(db, 'cart_lines', id, { unit_discount, tax })
  }
}

async function updateShipment(
  db: WriteDb,
  before: ShipmentRow | undefined,
  after: ShipmentRow | undefined,
): Promise<void> {
  if (!after || before?.discount === after.discount) return
  const { id, discount, tax } = after
  await updateRow(db, 'cart_shipments', id, { discount, tax })
}
