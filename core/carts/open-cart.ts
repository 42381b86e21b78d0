import type { WriteDb } from '../database/engine.ts'
import { hasSeen } from '../http/etag.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { findOrderRow } from '../orders/order.repository.ts'
import { findCampaignsByCode } from '../promotions/promotion.repository.ts'
import { linesOf, type CartLineRecord } from './cart-line.repository.ts'
import { cartChanged, type CartRow, lockCartRow } from './cart.repository.ts'
import { findPlaced, type Placed } from './reopen-cart.ts'

/** A cart that is being changed. */
export interface OpenedCart extends CartRow {
  /** As it was read: what is still the same is not written. */
  readonly found?: CartRow
  /** The order that it has been placed as, where it has: `saveCart` opens it again if something has changed. */
  readonly placed?: Placed
}

/** What is beside a cart and decides what it costs. */
export interface Contents {
  readonly lines: readonly CartLineRecord[]
  /** The campaigns that its codes let into. */
  readonly byCode: ReadonlySet<string>
}

/**
 * The cart for a change with what is in it, all asked for at once: it is read behind the cart, which is held from then on.
 * @throws as `openForChange`
 */
export async function openWithContents(
  db: WriteDb,
  context: Context,
  cartId: string,
): Promise<{ readonly cart: OpenedCart; readonly contents: Contents }> {
  const [cart, lines, byCode] = await Promise.all([
    openForChange(db, context, cartId),
    linesOf(db, cartId),
    findCampaignsByCode(db, cartId),
  ])
  return { cart, contents: { lines, byCode } }
}

/**
 * The cart for a change; one that has been placed too, for as long as its order may still be opened again.
 * @throws CommerceError NotFound; Conflict where it is abandoned, or its order paid, completed or cancelled, or where
 *   it is no longer the version that the caller has seen
 */
export async function openForChange(db: WriteDb, context: Context, cartId: string): Promise<OpenedCart> {
  const cart = await lockCartRow(db, context.storeId, cartId)
  if (cart.state === 'abandoned') {
    const order = await findOrderRow(db, context.storeId, cartId)
    if (!order) {
      throw conflict('cart.abandoned', 'The cart has been abandoned and can no longer be changed.')
    }
    const orderNumber = order.order_number
    const text = said`The order ${{ orderNumber }} has been cancelled: the cart can no longer be changed.`
    throw conflict('cart.cancelled', text)
  }
  const placed = cart.state === 'ordered' ? await findPlaced(db, cart) : undefined
  if (!hasSeen(context.ifMatch, cart.version)) throw cartChanged(cart)
  return placed ? { ...cart, found: cart, placed } : { ...cart, found: cart }
}
