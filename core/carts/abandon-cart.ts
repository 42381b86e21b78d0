import type { WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { recordEvent } from '../orders/order-events.ts'
import { lockOrderRowIfAny } from '../orders/order.repository.ts'
import { moveOrder } from '../orders/move-order.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'

/**
 * Gives a cart up: it stays readable and can no longer be changed. One that has been opened again takes its order with it.
 * @returns the cart's new version
 * @throws CommerceError NotFound; Conflict where it is an order: that is to be cancelled
 */
export async function abandonCart(db: WriteDb, context: Context, cartId: string): Promise<number> {
  const { placed, ...cart } = await openForChange(db, context, cartId)
  if (placed) {
    const orderNumber = placed.order.order_number
    const text = said`The cart has been placed as the order ${{ orderNumber }}: cancel the order instead.`
    throw conflict('cart.is-order', text)
  }
  const order = await lockOrderRowIfAny(db, context.storeId, cartId)
  if (order) {
    await moveOrder(db, context, order, 'cancelled')
    await recordEvent(db, context, cartId, 'order.cancelled', { cause: 'cart-abandoned' })
  }
  return saveCart(db, context, { ...cart, state: 'abandoned' })
}
