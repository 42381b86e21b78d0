import { requireScope, type Context } from '../access/context.ts'
import type { Accompanying } from '../custom-properties/custom-property.schema.ts'
import type { WriteDb } from '../database/database.ts'
import { badRequest } from '../kernel/errors.ts'
import { toMinor } from '../kernel/money.ts'
import { getCurrency } from '../stores/store.repository.ts'
import { requireAccompanying } from './accompanying.ts'
import { pricing } from './add-line.ts'
import { getLine } from './cart.repository.ts'
import { openForChange } from './open-cart.ts'
import { saveCart } from './save-cart.ts'

interface LineChange extends Accompanying {
  readonly quantity?: number | undefined
  readonly price?: number | undefined
}

/**
 * Changes the quantity of a line, or its price.
 * @returns the cart's new version
 * @throws CommerceError BadRequest where nothing is named; Forbidden for a price without the scope; NotFound for cart
 *   or line; Conflict
 */
export async function updateLine(
  db: WriteDb,
  context: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
  { quantity, price, ...accompanying }: LineChange,
): Promise<number> {
  if (quantity === undefined && price === undefined) {
    throw badRequest('line.nothing-to-change', 'The body names nothing to change: quantity or price.')
  }
  if (price !== undefined) requireScope(context, ['price'])
  const cart = await openForChange(db, context, cartId)
  const line = await getLine(db, cartId, lineId)
  await requireAccompanying(db, context.storeId, accompanying)
  const { isoCode } = await getCurrency(db, cart.currency_id)
  await db
    .updateTable('cart_lines')
    .set({
      quantity: quantity ?? line.quantity,
      ...(price !== undefined && { ...pricing(toMinor(price, isoCode), line.tax_rate_ppm), price_is_set: 1 }),
    })
    .where('id', '=', lineId)
    .execute()
  return saveCart(db, context, cart)
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
  await db.deleteFrom('cart_line_properties').where('line_id', '=', lineId).execute()
  await db.deleteFrom('cart_lines').where('id', '=', lineId).execute()
  return saveCart(db, context, cart)
}
