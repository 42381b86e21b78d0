import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { isNamedByBill } from './cart.repository.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'

/**
 * Takes the billing address off a cart, as if none had been set; one for a walk-in, who has nothing but that, is for nobody
 * in particular again.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart; Conflict
 */
export async function removeBillingAddress(db: WriteDb, context: Context, cartId: string): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  const unnamed = isNamedByBill(cart) ? { customer_name: null, search_text: '' } : {}
  return saveCart(db, context, { ...cart, ...unnamed, billing_address: null, walk_in: 0 })
}
