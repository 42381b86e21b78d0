import { sql } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { COUNTED, findTerms, type Found, type Search } from '../database/queries/find-terms.ts'

/**
 * The orders of goods that a search finds: by barcode, sku or words of a name, in the catalog as it is today.
 * @returns undefined where nobody has ordered any
 */
export async function findOrdersOfGoods(
  db: ReadDb,
  storeId: string,
  search: Search,
): Promise<Found | undefined> {
  const goods = await findTerms(db, 'product_terms', storeId, search)
  if (!goods) return undefined
  const ordered = db
    .selectFrom('order_lines as line')
    .select('line.order_id')
    .where(goods.among('line.variant_id'))
  const { n } = await db
    .selectFrom(ordered.limit(COUNTED).as('some'))
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) === 0) return undefined
  return {
    count: Number(n),
    among: (column) => sql`${sql.ref(column)} in (${ordered})`,
    test: (column) => sql`exists (select 1 from order_lines as line
      where line.order_id = ${sql.ref(column)} and ${goods.test('line.variant_id')})`,
  }
}
