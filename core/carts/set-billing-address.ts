import type { Context } from '../access/context.ts'
import { addressColumns, requireCountry } from '../customers/address.ts'
import type { AddressBody } from '../customers/address.schema.ts'
import type { WriteDb } from '../database/database.ts'
import { newId } from '../kernel/ids.ts'
import { getStore } from '../stores/store.repository.ts'
import { cartName, openForChange, putAddress } from './cart.repository.ts'
import { saveCart } from './save-cart.ts'

/**
 * Section 4.6; setting it again replaces it.
 * @returns the cart's new version
 * @throws CommerceError NotFound for the cart or the country; Conflict
 */
export async function setBillingAddress(
  db: WriteDb,
  context: Context,
  cartId: string,
  body: AddressBody,
): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  const store = await getStore(db, context.storeId)
  await requireCountry(db, store, body.countryId, 'countryId')
  const columns = addressColumns('Billing', body)
  await putAddress(db, { id: newId(), cart_id: cartId, kind: 'billing', ...columns })
  // Without a customer of its own, the cart goes by the name on the bill.
  return saveCart(db, context, cart.customer_id === null ? { ...cart, ...cartName(columns) } : cart)
}
