import { requireScope } from '../access/scopes.ts'
import { getVariants, variantNames } from '../catalog/product.repository.ts'
import { addressIn } from '../customers/address.ts'
import { orNull } from '../kernel/optional-text.ts'
import { cartName, cartNameOfRow, type CartName } from '../customers/cart-name.ts'
import { findKnownRow } from '../customers/customer.repository.ts'
import { lockCustomers } from '../customers/manage/customer-record.repository.ts'
import { isWalkInCustomer } from '../customers/walk-in-customer.ts'
import type { WriteDb } from '../database/engine.ts'
import { requireNamed } from '../http/require-named.ts'
import { badRequest } from '../kernel/errors.ts'
import { searchTerms } from '../kernel/search-terms.ts'
import type { Context } from '../operations/context.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import type { CartRow } from './cart.repository.ts'
import { openForChange } from './open-cart.ts'
import { UpdateCartBody } from './cart.schema.ts'
import { moveToPriceGroup } from './move-to-price-group.ts'
import { saveCart } from './save-cart.ts'
import { forWalkIn, takenAlong } from './walk-in.ts'
import { linesOf } from './cart-line.repository.ts'
import { shipmentNameIn } from './set-shipping.ts'

/**
 * Changes what concerns the whole cart: its note, the name that it is parked under, its customer, culture (goods and shipment are named anew), that it is for a walk-in
 * (who takes the goods along, where the store says how and no delivery is chosen), or its price group (every line and the shipment take
 * that group's prices; a price that a client has set stays).
 * @returns the cart's new version
 * @throws CommerceError BadRequest, naming the field, where nothing is named or something does not exist or fit;
 *   Forbidden where the token lacks the scope for what the counter alone may change; NotFound; Conflict
 */
export async function updateCart(
  db: WriteDb,
  context: Context,
  cartId: string,
  body: UpdateCartBody,
): Promise<number> {
  const { note, name, customerId, cultureCode, walkIn, priceGroupId, priceGroupReason: reason } = body
  requireNamed(body, Object.keys(UpdateCartBody.properties))
  if ([name, walkIn, priceGroupId, reason].some((value) => value !== undefined))
    requireScope(context, ['staff'])
  if (walkIn === true && typeof customerId === 'string') {
    throw badRequest('cart.walk-in', 'a walk-in is nobody the shop knows: leave customerId out', 'walkIn')
  }
  if (typeof reason === 'string' && priceGroupId === undefined) {
    throw badRequest('cart.price-group', 'is missing: a reason is for a price group', 'priceGroupId')
  }
  let cart = await openForChange(db, context, cartId)
  const isWalkInBefore = cart.walk_in === 1
  const store = await getStore(db, context.storeId)
  if (note !== undefined) cart = { ...cart, note: orNull(note) }
  if (name !== undefined) {
    cart = { ...cart, name: orNull(name), name_search: searchTerms(name).join(' ') }
  }
  if (customerId !== undefined) cart = await withCustomer(db, context, store, cart, body)
  if (walkIn !== undefined) cart = walkIn ? forWalkIn(store, cart) : { ...cart, walk_in: 0 }
  if (cultureCode !== undefined) cart = await withCulture(db, store, cart, cultureCode)
  if (priceGroupId !== undefined) {
    cart = await moveToPriceGroup(db, context, store, cart, { priceGroupId, reason })
  }
  if (cart.walk_in === 1 && !isWalkInBefore) {
    cart = { ...cart, ...(await takenAlong(db, context, store, cart, priceGroupId)) }
  }
  return saveCart(db, context, cart)
}

/** The customer that all walk-ins are booked on is nobody to ask for an address: who chooses them at the counter means a walk-in. */
async function withCustomer(
  db: WriteDb,
  { scopes }: Context,
  store: StoreRecord,
  cart: CartRow,
  { customerId = null, walkIn }: Pick<UpdateCartBody, 'customerId' | 'walkIn'>,
): Promise<CartRow> {
  if (customerId === null) {
    return { ...cart, customer_id: null, customer_from_bill: 0, ...nameOnBill(cart) }
  }
  // Whoever renames them has done so before, or finds the cart.
  await lockCustomers(db, cart.store_id, [customerId])
  const customer = await findKnownRow(db, cart.store_id, customerId)
  if (!customer || customer.state === 'erased')
    throw badRequest('customer.not-found', 'there is no such customer', 'customerId')
  const mayMeanWalkIn = walkIn !== false && scopes.has('staff')
  if (mayMeanWalkIn && (await isWalkInCustomer(db, customer.id))) return forWalkIn(store, cart)
  return {
    ...cart,
    customer_id: customer.id,
    customer_from_bill: 0,
    ...(await cartNameOfRow(db, customer)),
    walk_in: 0,
  }
}

/** Without a customer, a cart goes by the name on the bill. */
function nameOnBill({ billing_address }: CartRow): CartName {
  const address = addressIn(billing_address)
  return address ? cartName(address) : { customer_name: null, search_text: '' }
}

async function withCulture(
  db: WriteDb,
  store: StoreRecord,
  cart: CartRow,
  cultureCode: string,
): Promise<CartRow> {
  const culture = requireCulture(store, cultureCode)
  const lines = await linesOf(db, cart.id)
  const variants = await getVariants(
    db,
    store.id,
    lines.map((line) => line.variantId),
  )
  if (variants.length > 0) {
    const nameOf = await variantNames(db, store, variants, culture)
    for (const variant of variants) {
      await db
        .updateTable('cart_lines')
        .set({ product_name: nameOf(variant) })
        .where('cart_id', '=', cart.id)
        .where('variant_id', '=', variant.variantId)
        .execute()
    }
  }
  const { shipping_method_id: methodId, shipment_name: before } = cart
  const name = methodId === null ? null : await shipmentNameIn(db, store, methodId, culture)
  return { ...cart, culture_code: culture, shipment_name: name ?? before }
}
