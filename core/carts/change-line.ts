import { requireScope } from '../access/scopes.ts'
import { findPrices, getVariants } from '../catalog/product.repository.ts'
import type { Accompanying } from '../custom-properties/custom-property.schema.ts'
import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import { requireNamed } from '../http/require-named.ts'
import { badRequest, notFound, said } from '../kernel/errors.ts'
import { toMinor, toPpm, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getCurrency } from '../stores/store.repository.ts'
import { requireAccompanying } from './accompanying.ts'
import type { RemoveLinesBody } from './cart.schema.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'
import { linesOf, getLine, saveLine, deleteLine, type CartLineRecord } from './cart-line.repository.ts'
import type { CartRow } from './cart.repository.ts'
import { priceOf } from '../pricing/line.ts'

interface LineChange extends Accompanying {
  readonly quantity?: number | undefined
  /** Null takes the price of the list again. */
  readonly price?: number | null | undefined
  /** A fraction. */
  readonly taxRate?: number | undefined
}

/**
 * Changes the quantity of a line, its price, or the rate at which it is taxed.
 * @returns the cart's new version
 * @throws CommerceError BadRequest where nothing is named, or the list has no price any more; Forbidden for price or tax
 *   without the scope, where the counter alone goes back to the list; NotFound for cart or line; Conflict
 */
export async function updateLine(
  db: WriteDb,
  context: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
  { quantity, price, taxRate, ...accompanying }: LineChange,
): Promise<number> {
  requireNamed({ quantity, price, taxRate }, ['quantity', 'price', 'taxRate'])
  if (taxRate !== undefined || typeof price === 'number') requireScope(context, ['price'])
  // What everybody pays is no privilege: whoever removes the line and scans the goods again has it, too.
  else if (price === null) requireScope(context, ['price', 'staff'])
  const cart = await openForChange(db, context, cartId)
  const line = await getLine(db, cartId, lineId)
  await requireAccompanying(db, context.storeId, accompanying)
  const rate = taxRate === undefined ? line.taxRate : toPpm(taxRate)
  await saveLine(db, cartId, {
    ...line,
    quantity: quantity ?? line.quantity,
    isPriceSet: price === undefined ? line.isPriceSet : price !== null,
    ...priceOf(await unitPrice(db, cart, line, price), rate),
  })
  return saveCart(db, context, cart)
}

async function unitPrice(
  db: WriteDb,
  { currency_id: currencyId, store_id: storeId }: CartRow,
  line: CartLineRecord,
  price: number | null | undefined,
): Promise<Minor> {
  if (price === undefined) return line.price
  if (price !== null) return toMinor(price, (await getCurrency(db, currencyId)).isoCode)
  const priceGroup = await getPriceGroup(db, storeId, line.priceGroupId)
  const [variant] = await getVariants(db, storeId, [line.variantId])
  const listed = variant && (await findPrices(db, [variant], priceGroup.chain))(variant, priceGroup)
  if (listed !== undefined) return listed
  const text = said`${{ sku: line.variantSku ?? line.sku }} has no price in this price group`
  throw badRequest('line.no-price', text, 'price')
}

/**
 * Takes a line out of the cart, with its properties.
 * @returns the cart's new version
 */
export async function removeLine(
  db: WriteDb,
  context: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  await getLine(db, cartId, lineId)
  await deleteLine(db, cartId, lineId)
  return saveCart(db, context, cart)
}

/**
 * Takes every line of a product out of the cart; without a variant, the product in all of them.
 * @returns the cart's new version
 * @throws CommerceError NotFound where the cart has none; BadRequest; Conflict
 */
export async function removeLinesOf(
  db: WriteDb,
  context: Context,
  cartId: string,
  { sku, variantSku, ...accompanying }: RemoveLinesBody,
): Promise<number> {
  const cart = await openForChange(db, context, cartId)
  await requireAccompanying(db, context.storeId, accompanying)
  const variant = orNull(variantSku)
  const gone = (await linesOf(db, cartId)).filter(
    (line) => line.sku === sku && (variant === null || line.variantSku === variant),
  )
  if (gone.length === 0) throw notFound('line.not-found', 'the cart has no line of this product', 'sku')
  for (const { id } of gone) await deleteLine(db, cartId, id)
  return saveCart(db, context, cart)
}
