import type { Context } from '../access/context.ts'
import { getVariants, priced, variantNames } from '../catalog/product.repository.ts'
import { orNull } from '../customers/address.ts'
import { findCustomerRow } from '../customers/customer.repository.ts'
import type { WriteDb } from '../database/database.ts'
import { badRequest } from '../kernel/errors.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { pricing } from './add-line.ts'
import {
  cartName,
  findShipment,
  linesOf,
  openForChange,
  requireCartCurrency,
  type CartRow,
} from './cart.repository.ts'
import type { UpdateCartBody } from './cart.schema.ts'
import { putShipment } from './set-shipping.ts'
import { saveCart } from './save-cart.ts'

/**
 * Changes what concerns the whole cart: its note, customer, culture (the goods are named anew), or price group (every
 * line and the shipment take that group's prices; a price that a client has set stays).
 * @returns the cart's new version
 * @throws CommerceError BadRequest, naming the field, where nothing is named or something does not exist or fit;
 *   NotFound; Conflict
 */
export async function updateCart(
  db: WriteDb,
  context: Context,
  cartId: string,
  body: UpdateCartBody,
): Promise<number> {
  const { note, customerId, cultureCode, priceGroupId } = body
  if ([note, customerId, cultureCode, priceGroupId].every((value) => value === undefined)) {
    const text = 'The body names nothing to change: note, customerId, cultureCode or priceGroupId.'
    throw badRequest('cart.nothing-to-change', text)
  }
  let cart = await openForChange(db, context, cartId)
  const store = await getStore(db, context.storeId)
  if (note !== undefined) cart = { ...cart, note: orNull(note) }
  if (customerId !== undefined) cart = await withCustomer(db, cart, customerId)
  if (cultureCode !== undefined) cart = await withCulture(db, store, cart, cultureCode)
  if (priceGroupId !== undefined) await moveToPriceGroup(db, store, cart, priceGroupId)
  return saveCart(db, context, cart)
}

async function withCustomer(db: WriteDb, cart: CartRow, customerId: string | null): Promise<CartRow> {
  if (customerId === null) return { ...cart, customer_id: null, ...(await nameOnBill(db, cart.id)) }
  const customer = await findCustomerRow(db, cart.store_id, customerId)
  if (!customer) throw badRequest('customer.not-found', 'there is no such customer', 'customerId')
  return { ...cart, customer_id: customerId, ...cartName(customer) }
}

/** Without a customer, a cart goes by the name on the bill. */
async function nameOnBill(
  db: WriteDb,
  cartId: string,
): Promise<Pick<CartRow, 'customer_name' | 'search_text'>> {
  const address = await db
    .selectFrom('cart_addresses')
    .selectAll()
    .where('cart_id', '=', cartId)
    .where('kind', '=', 'billing')
    .executeTakeFirst()
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
    lines.map((line) => line.variant_id),
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
  return { ...cart, culture_code: culture }
}

async function moveToPriceGroup(
  db: WriteDb,
  store: StoreRecord,
  cart: CartRow,
  priceGroupId: string,
): Promise<void> {
  const priceGroup = await getPriceGroup(db, store.id, priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const lines = await linesOf(db, cart.id)
  const variants = await getVariants(
    db,
    store.id,
    lines.map((line) => line.variant_id),
  )
  const sold = await priced(db, store, variants, { culture: cart.culture_code, priceGroup })
  for (const line of lines) {
    const goods = sold.find((variant) => variant.variantId === line.variant_id)
    if (!goods && line.price_is_set === 0) {
      throw badRequest('line.no-price', `has no price for ${line.variant_sku ?? line.sku}`, 'priceGroupId')
    }
    const price = goods && line.price_is_set === 0 ? goods.price : line.price
    // A price that was set is taxed as the group taxes, whether or not it has a price of its own for the goods.
    const own = variants.find((variant) => variant.variantId === line.variant_id)?.taxRate
    const taxRate = priceGroup.taxRate ?? own ?? line.tax_rate_ppm
    await db
      .updateTable('cart_lines')
      .set({ price_group_id: priceGroupId, ...pricing(price, taxRate) })
      .where('id', '=', line.id)
      .execute()
  }
  const shipment = await findShipment(db, cart.id)
  const address = await db
    .selectFrom('cart_addresses')
    .select('country_id')
    .where('cart_id', '=', cart.id)
    .where('kind', '=', 'shipping')
    .executeTakeFirst()
  if (shipment && address) {
    const destination = { countryId: address.country_id, priceGroup }
    await putShipment(db, cart, shipment.shipping_method_id, destination, 'priceGroupId')
  }
}

/**
 * Gives a cart up: it stays readable and can no longer be changed.
 * @returns the cart's new version
 */
export async function abandonCart(db: WriteDb, context: Context, cartId: string): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  return saveCart(db, context, { ...cart, state: 'abandoned' })
}
