import { holdCart } from '../carts/cart.repository.ts'
import { openForChange } from '../carts/open-cart.ts'
import { reopenCart } from '../carts/reopen-cart.ts'
import { saveCart } from '../carts/save-cart.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { requireMove } from '../orders/move-order.ts'
import { getOrderRow } from '../orders/order.repository.ts'

/**
 * Opens the cart of an order again, to be changed and placed anew, while nothing has been received.
 * @throws CommerceError NotFound; Conflict, saying which state it is in
 */
export async function reopenOrder(
  db: WriteDb,
  context: Context,
  orderId: string,
  reason: string | null,
): Promise<void> {
  // Nobody opens it between the look at its order and the one at its cart.
  await holdCart(db, context.storeId, orderId)
  requireMove(await getOrderRow(db, context.storeId, orderId), 'reopened')
  const { placed, ...cart } = await openForChange(db, context, orderId)
  if (!placed) throw new Error(`The cart of the order ${orderId} is ${cart.state}.`)
  await saveCart(db, context, await reopenCart(db, context, cart, placed, reason))
}
