import { addressColumns, nameOf, requireCountry } from '../customers/address.ts'
import type { AddressBody } from '../customers/address.schema.ts'
import { cartName } from '../customers/cart-name.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import { isNamedByBill, replaceAddress } from './cart.repository.ts'
import { openWithContents } from './open-cart.ts'
import { saveCart } from './save-cart.ts'

/**
 * Section 4.6; setting it again replaces it. It may be incomplete but for its country: placing asks for the rest.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart or the country; Conflict
 */
export async function setBillingAddress(
  db: WriteDb,
  context: Context,
  cartId: string,
  body: AddressBody,
): Promise<number> {
  const { cart, contents } = await openWithContents(db, context, cartId)
  const store = await getStore(db, context.storeId)
  await requireCountry(db, store, body.countryId, 'countryId')
  const columns = addressColumns('Billing', body)
  const billed = { ...cart, billing_address: replaceAddress(cart.billing_address, columns) }
  // Who gives a name is no walk-in any more.
  const named = { ...billed, walk_in: nameOf(columns) === null ? cart.walk_in : 0 }
  const saved = isNamedByBill(cart) ? { ...named, ...cartName(columns) } : named
  return saveCart(db, context, saved, contents)
}
