import { sql } from 'kysely'
import type { ReadDb } from '../../database/engine.ts'

/** How many columns the products of a store need. */
export interface Extent {
  /** Options and barcodes of the variant that has most of them. */
  readonly options: number
  readonly barcodes: number
  /** Price groups that something has a price of its own in. */
  readonly priceGroups: ReadonlySet<string>
}

export async function readExtent(db: ReadDb, storeId: string): Promise<Extent> {
  const options = await db
    .selectFrom('variant_options as option')
    .innerJoin('variants as variant', 'variant.id', 'option.variant_id')
    .select(sql<number | null>`max(option.position)`.as('last'))
    .where('variant.store_id', '=', storeId)
    .executeTakeFirst()
  const barcodes = await db
    .selectFrom('variant_barcodes')
    .select(sql<number | null>`max(position)`.as('last'))
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const groups = await db
    .selectFrom('price_groups as price_group')
    .select('price_group.id')
    .where('price_group.store_id', '=', storeId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('prices as price')
          .select('price.amount')
          .whereRef('price.price_group_id', '=', 'price_group.id'),
      ),
    )
    .execute()
  return {
    options: (options?.last ?? -1) + 1,
    barcodes: (barcodes?.last ?? 0) + 1,
    priceGroups: new Set(groups.map(({ id }) => id)),
  }
}
