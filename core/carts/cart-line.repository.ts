import type { Selectable } from 'kysely'
import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow, prepared, updateRow } from '../database/queries/prepared.ts'
import { notFound, type CommerceError } from '../kernel/errors.ts'
import { byPosition, lineColumns, toLine, type LineRecord } from '../orders/order-contents.ts'
import type { CartLineTable } from './cart.table.ts'

/** A line of a cart. */
export interface CartLineRecord extends LineRecord {
  /** Whether a client set the price itself: it then stays when the price group changes. */
  readonly isPriceSet: boolean
}

type OfCart = Readonly<Record<'cartId', string>>

/** The lines of a cart, in their order. */
export const linesOf = async (db: ReadDb, cartId: string): Promise<CartLineRecord[]> =>
  (await cartLines.all(db, { cartId })).sort(byPosition).map(toCartLine)

/** The same of several carts, by the carts' ids. */
export async function linesOfCarts(
  db: ReadDb,
  cartIds: readonly string[],
): Promise<(cartId: string) => CartLineRecord[]> {
  const rowsOf = grouped(await linesIn(db, cartIds).execute(), 'cart_id')
  return (id) => rowsOf(id).sort(byPosition).map(toCartLine)
}

const linesIn = (db: ReadDb, cartIds: readonly string[]) =>
  db.selectFrom('cart_lines').selectAll().where('cart_id', 'in', cartIds)

const cartLines = prepared((db, { cartId }: OfCart) => linesIn(db, [cartId]))

/** @throws CommerceError NotFound where the cart has no such line */
export async function getLine(db: ReadDb, cartId: string, lineId: string): Promise<CartLineRecord> {
  const row = await cartLine.first(db, { cartId, lineId })
  if (!row) throw lineNotFound()
  return toCartLine(row)
}

export const lineNotFound = (): CommerceError =>
  notFound('line.not-found', 'There is no such line in this cart.')

const cartLine = prepared((db, { cartId, lineId }: OfCart & { lineId: string }) =>
  db.selectFrom('cart_lines').selectAll().where('id', '=', lineId).where('cart_id', '=', cartId),
)

const toCartLine = (row: Selectable<CartLineTable>): CartLineRecord => ({
  ...toLine(row),
  isPriceSet: row.price_is_set === 1,
})

/** The row of a line. */
export const cartLineRow = (cartId: string, line: CartLineRecord): Selectable<CartLineTable> => ({
  ...lineColumns(line),
  cart_id: cartId,
  price_is_set: Number(line.isPriceSet),
})

export const insertLine = async (db: WriteDb, cartId: string, line: CartLineRecord): Promise<void> =>
  insertRow(db, 'cart_lines', cartLineRow(cartId, line))

/** Writes what can change of a line. */
export const saveLine = async (db: WriteDb, cartId: string, line: CartLineRecord): Promise<void> => {
  const columns = {
    position: line.position,
    product_name: line.productName,
    price_group_id: line.priceGroupId,
    quantity: line.quantity,
    price: line.price,
    unit_discount: line.unitDiscount,
    tax: line.tax,
    tax_rate_ppm: line.taxRate,
    price_is_set: Number(line.isPriceSet),
  }
  await updateRow(db, 'cart_lines', line.id, columns, { cart_id: cartId })
}

/** Deletes a line, with its properties. */
export async function deleteLine(db: WriteDb, cartId: string, lineId: string): Promise<void> {
  await db.deleteFrom('cart_line_properties').where('line_id', '=', lineId).execute()
  await db.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', '=', lineId).execute()
}
