import type { ReadDb } from '../database/engine.ts'
import type { StockMovementRow } from './stock-movement.repository.ts'

/** Levels of all stores in the order of their ids, each with what it is known by. */
export const listLevelsAfter = async (db: ReadDb, id: string, limit: number) =>
  db
    .selectFrom('stock_levels as level')
    .innerJoin('variants as variant', 'variant.id', 'level.id')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .selectAll('level')
    .select(['product.sku', 'variant.variant_sku as variantSku'])
    .where('level.id', '>', id)
    .orderBy('level.id')
    .limit(limit)
    .execute()

/** What has come and gone of some things, each in turn. */
export const listMovementsOf = async (
  db: ReadDb,
  variantIds: readonly string[],
): Promise<StockMovementRow[]> =>
  db
    .selectFrom('stock_movements')
    .selectAll()
    .where('variant_id', 'in', variantIds)
    .orderBy('variant_id')
    .orderBy('version')
    .execute()

/** Orders that have taken more of some things than they sell, or have given back more than they took. */
export const findOrdersBesideStock = async (
  db: ReadDb,
  variantIds: readonly string[],
): Promise<{ variantId: string; orderId: string | null; taken: number; sold: number }[]> => {
  const rows = await db
    .selectFrom('stock_movements as moved')
    .select((of) => [
      'moved.variant_id as variantId',
      'moved.order_id as orderId',
      of.fn.sum<number | string>('moved.change').as('change'),
      of
        .selectFrom('order_lines as line')
        .whereRef('line.order_id', '=', 'moved.order_id')
        .whereRef('line.variant_id', '=', 'moved.variant_id')
        .select(({ fn }) => fn.sum<number | string>('line.quantity').as('quantity'))
        .as('sold'),
      of
        .selectFrom('orders as order')
        .whereRef('order.id', '=', 'moved.order_id')
        .select('order.status')
        .as('status'),
    ])
    .where('moved.variant_id', 'in', variantIds)
    .where('moved.order_id', 'is not', null)
    .groupBy(['moved.variant_id', 'moved.order_id'])
    .execute()
  return rows
    .map(({ change, sold, ...of }) => ({ ...of, taken: -Number(change), sold: Number(sold ?? 0) }))
    .filter(({ sold, status, taken }) =>
      status === 'return' ? taken > 0 || -taken > sold : taken < 0 || taken > sold,
    )
}
