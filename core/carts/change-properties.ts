import type {
  Accompanying,
  AddPropertyBody,
  CustomProperty,
  UpdatePropertyBody,
} from '../custom-properties/custom-property.schema.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertUnlessThere } from '../database/queries/prepared.ts'
import { badRequest, conflict, notFound, said, type CommerceError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { requireAccompanying } from './accompanying.ts'
import { getCartRow, propertiesOf } from './cart.repository.ts'
import { MAX_PROPERTIES } from './limits.ts'
import { openForChange, type OpenedCart } from './open-cart.ts'
import { requireReadable } from './require-readable.ts'
import { saveCart } from './save-cart.ts'
import { getLine } from './cart-line.repository.ts'

/** What a property belongs to: a cart, or one of its lines. */
export interface PropertyOwner {
  readonly cartId: string
  readonly lineId?: string | undefined
}

/** Sections 4.4 and 4.5: the properties of a cart or of a line, in the order they were added. */
export async function listProperties(
  db: ReadDb,
  { storeId }: Context,
  { cartId, lineId }: PropertyOwner,
): Promise<CustomProperty[]> {
  await getCartRow(db, storeId, cartId)
  if (lineId !== undefined) await getLine(db, cartId, lineId)
  return keptProperties(db, { cartId, lineId })
}

const keptProperties = async (db: ReadDb, { cartId, lineId }: PropertyOwner): Promise<CustomProperty[]> =>
  lineId === undefined
    ? propertiesOf(db, cartId)
    : db
        .selectFrom('cart_line_properties')
        .select(['id', 'key', 'value'])
        .where('line_id', '=', lineId)
        .orderBy('id')
        .execute()

/**
 * @returns the cart's new version
 * @throws CommerceError Conflict where the cart, or the line, has a property of that key; NotFound; BadRequest
 */
export async function addProperty(
  db: WriteDb,
  context: Context,
  owner: PropertyOwner,
  { key, value, ...accompanying }: AddPropertyBody,
): Promise<number> {
  const cart = await openOwner(db, context, owner, accompanying)
  const others = await keptProperties(db, owner)
  if (others.some((other) => other.key === key)) throw keyExists()
  if (others.length >= MAX_PROPERTIES) {
    throw badRequest(
      'property.limit',
      said`would be one property more than the ${{ most: MAX_PROPERTIES }} there may be`,
      'key',
    )
  }
  const row = { id: newId(), cart_id: owner.cartId, key, value }
  const isAdded =
    owner.lineId === undefined
      ? await insertUnlessThere(db, 'cart_properties', row)
      : await insertUnlessThere(db, 'cart_line_properties', { ...row, line_id: owner.lineId })
  if (!isAdded) throw keyExists()
  await requireReadable(db, owner.cartId, { property: 'key', text: 'value' })
  return saveCart(db, context, cart)
}

const keyExists = (): CommerceError =>
  conflict('property.exists', 'there is a property of this key already', 'key')

/**
 * @returns the cart's new version
 * @throws CommerceError NotFound for cart, line or property; BadRequest; Conflict
 */
export async function updateProperty(
  db: WriteDb,
  context: Context,
  { propertyId, ...owner }: PropertyOwner & { propertyId: string },
  { value, ...accompanying }: UpdatePropertyBody,
): Promise<number> {
  const cart = await openOwner(db, context, owner, accompanying)
  const { numUpdatedRows } =
    owner.lineId === undefined
      ? await db
          .updateTable('cart_properties')
          .set({ value })
          .where('id', '=', propertyId)
          .where('cart_id', '=', owner.cartId)
          .executeTakeFirstOrThrow()
      : await db
          .updateTable('cart_line_properties')
          .set({ value })
          .where('id', '=', propertyId)
          .where('line_id', '=', owner.lineId)
          .executeTakeFirstOrThrow()
  requireFound(numUpdatedRows)
  await requireReadable(db, owner.cartId, { property: 'value', text: 'value' })
  return saveCart(db, context, cart)
}

/**
 * @returns the cart's new version
 * @throws CommerceError NotFound for cart, line or property; BadRequest; Conflict
 */
export async function deleteProperty(
  db: WriteDb,
  context: Context,
  { propertyId, ...owner }: PropertyOwner & { propertyId: string },
  accompanying: Accompanying,
): Promise<number> {
  const cart = await openOwner(db, context, owner, accompanying)
  const { numDeletedRows } =
    owner.lineId === undefined
      ? await db
          .deleteFrom('cart_properties')
          .where('id', '=', propertyId)
          .where('cart_id', '=', owner.cartId)
          .executeTakeFirstOrThrow()
      : await db
          .deleteFrom('cart_line_properties')
          .where('id', '=', propertyId)
          .where('line_id', '=', owner.lineId)
          .executeTakeFirstOrThrow()
  requireFound(numDeletedRows)
  return saveCart(db, context, cart)
}

function requireFound(rows: bigint): void {
  if (rows === 0n) throw notFound('property.not-found', 'There is no such property.')
}

/** The cart for a change of a property; what accompanies the change is checked with it. */
async function openOwner(
  db: WriteDb,
  context: Context,
  { cartId, lineId }: PropertyOwner,
  accompanying: Accompanying,
): Promise<OpenedCart> {
  const cart = await openForChange(db, context, cartId)
  if (lineId !== undefined) await getLine(db, cartId, lineId)
  await requireAccompanying(db, context.storeId, accompanying)
  return cart
}
