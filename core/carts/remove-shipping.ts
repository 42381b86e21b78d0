import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { openForChange } from './open-cart.ts'
import { shipmentColumns } from '../orders/order-contents.ts'
import { saveCart } from './save-cart.ts'

/**
 * Takes method and address of the shipment off a cart, as if none had been set.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart; Conflict
 */
export async function removeShipping(db: WriteDb, context: Context, cartId: string): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  return saveCart(db, context, { ...cart, shipping_address: null, ...shipmentColumns(undefined) })
}
