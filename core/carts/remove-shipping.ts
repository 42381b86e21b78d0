import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { deleteShipment } from './cart-shipment.repository.ts'
import { removeAddress } from './cart.repository.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'

/**
 * Takes method and address of the shipment off a cart, as if none had been set.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart; Conflict
 */
export async function removeShipping(db: WriteDb, context: Context, cartId: string): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  await deleteShipment(db, cartId)
  await removeAddress(db, cartId, 'shipping')
  return saveCart(db, context, cart)
}
