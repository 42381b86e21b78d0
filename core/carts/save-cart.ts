import type { WriteDb } from '../database/engine.ts'
import { advanceVersion } from '../database/queries/prepared.ts'
import type { Context } from '../operations/context.ts'
import { findCampaigns } from '../promotions/promotion.repository.ts'
import { findBuyer } from './buyer.ts'
import { cartChanged, changedAt, getCartRow, loadCart, type CartRow } from './cart.repository.ts'
import { keepDiscounts } from './keep-discounts.ts'
import type { Contents, OpenedCart } from './open-cart.ts'
import { isChanged, reopenCart } from './reopen-cart.ts'
import { type CartLineRecord, linesOf, saveLine } from './cart-line.repository.ts'
import { shipmentColumns, toShipment } from '../orders/order-contents.ts'
import { discountGoods } from '../pricing/discount-goods.ts'

/**
 * Ends every change of a cart. One that has been placed is opened again, unless nothing has changed: then it stays the
 * order that it is, in the version that it has.
 * @param known what is in it now, from whoever has read it already; `isBegun`: it has nothing but what it begins with, and a draft
 *   stays one
 * @returns the cart's version
 * @throws CommerceError BadRequest where the total is larger than can be kept; Conflict where somebody else has changed
 *   the cart since it was read
 */
export async function saveCart(
  db: WriteDb,
  context: Context,
  cart: OpenedCart,
  known: Known = {},
): Promise<number> {
  if (cart.state !== 'ordered') return writeCart(db, context, cart, cart.found, known)
  // A cart that is open is not copied: this is the way of everything that is done at a counter.
  const { found, placed, ...row } = cart
  if (!placed) throw new Error(`The cart ${cart.id} has been placed, and was not opened for a change.`)
  const record = await loadCart(db, cart.id, row)
  if (await isChanged(db, record, placed)) {
    return writeCart(db, context, await reopenCart(db, context, row, placed, CHANGED), found, known)
  }
  // A price that is set anew, though it is the same, has lost its discount.
  await updateLines(db, cart.id, record.lines, placed.record.lines)
  return cart.version
}

type Known = Partial<Contents> & { readonly isBegun?: boolean }

/** Why an order is reopened by a change of its cart. */
const CHANGED = 'its cart has been changed'

/** Discounts as they are now, the next version, and what the list of carts shows of it. */
async function writeCart(
  db: WriteDb,
  { now, changes }: Context,
  cart: CartRow,
  found: CartRow | undefined,
  { byCode, isBegun = false, ...known }: Known,
): Promise<number> {
  const { store_id: storeId, currency_id: currencyId } = cart
  const shipment = toShipment(cart)
  const [lines, campaigns] = await Promise.all([
    known.lines ?? linesOf(db, cart.id),
    findCampaigns(db, {
      storeId,
      currencyId,
      now,
      cartId: cart.id,
      byCode,
      findCustomer: async () => findBuyer(db, cart),
    }),
  ])
  const discounted = discountGoods({ lines, shipment }, campaigns)
  const { totals } = discounted

  await updateLines(db, cart.id, lines, discounted.lines)
  if (cart.discount_total > 0 || discounted.parts.length > 0) await keepDiscounts(db, cart, discounted.parts)
  const columns = {
    ...changedAt(now),
    state: cart.state,
    draft_since: isBegun || cart.state === 'abandoned' ? cart.draft_since : null,
    placed_version: cart.placed_version,
    payment_total: cart.payment_total,
    culture_code: cart.culture_code,
    customer_id: cart.customer_id,
    customer_from_bill: cart.customer_from_bill,
    note: cart.note,
    name: cart.name,
    name_search: cart.name_search,
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
    billing_address: cart.billing_address,
    shipping_address: cart.shipping_address,
    ...shipmentColumns(discounted.shipment),
  }
  const isSaved = await advanceVersion(db, 'carts', cart, found ? changed(found, columns) : columns)
  if (!isSaved) throw cartChanged(await getCartRow(db, storeId, cart.id))
  const version = cart.version + 1
  changes.push({ type: 'cart.changed', id: cart.id, version })
  return version
}

/** What is written anew is written into every index that it stands in, though it is the same. */
function changed(found: CartRow, columns: Partial<CartRow>): Partial<CartRow> {
  const others: Record<string, unknown> = {}
  for (const name in columns) {
    const column = name as keyof CartRow
    if (columns[column] !== found[column]) others[column] = columns[column]
  }
  return others
}

/** Writes lines whose discount is another than before. */
export async function updateLines(
  db: WriteDb,
  cartId: string,
  before: readonly CartLineRecord[],
  after: readonly CartLineRecord[],
): Promise<void> {
  for (const [index, line] of after.entries()) {
    if (before[index]?.unitDiscount !== line.unitDiscount) await saveLine(db, cartId, line)
  }
}
