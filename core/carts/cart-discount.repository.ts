import type { Selectable } from 'kysely'
import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow, prepared, updateRow } from '../database/queries/prepared.ts'
import { discountColumns, toDiscount, type DiscountRecord } from '../orders/order-contents.ts'
import type { CartDiscountTable } from './cart.table.ts'

/** What a cart is discounted by, in the order in which it was taken off. */
export const discountsOfCart = async (db: ReadDb, cartId: string): Promise<DiscountRecord[]> =>
  (await cartDiscounts.all(db, { cartId })).map(toDiscount)

/** The same of several carts, by the carts' ids. */
export async function discountsOfCarts(
  db: ReadDb,
  cartIds: readonly string[],
): Promise<(cartId: string) => DiscountRecord[]> {
  const rowsOf = grouped(await discountsIn(db, cartIds).execute(), 'cart_id')
  return (id) => rowsOf(id).map(toDiscount)
}

const discountsIn = (db: ReadDb, cartIds: readonly string[]) =>
  db.selectFrom('cart_discounts').selectAll().where('cart_id', 'in', cartIds).orderBy('position')

const cartDiscounts = prepared((db, { cartId }: { cartId: string }) => discountsIn(db, [cartId]))

/** The row of a discount. */
export const cartDiscountRow = (cartId: string, discount: DiscountRecord): Selectable<CartDiscountTable> => ({
  ...discountColumns(discount),
  cart_id: cartId,
})

export const insertDiscount = async (db: WriteDb, cartId: string, discount: DiscountRecord): Promise<void> =>
  insertRow(db, 'cart_discounts', cartDiscountRow(cartId, discount))

export async function saveDiscount(db: WriteDb, discount: DiscountRecord): Promise<void> {
  const { id, ...columns } = discountColumns(discount)
  await updateRow(db, 'cart_discounts', id, columns)
}

export async function deleteDiscount(db: WriteDb, id: string): Promise<void> {
  await db.deleteFrom('cart_discounts').where('id', '=', id).execute()
}
