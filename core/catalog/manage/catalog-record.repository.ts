import { cached, nonEmpty } from '../../database/cache.ts'
import type { ReadDb } from '../../database/engine.ts'
import { part, recordRows } from '../../records/record-rows.ts'
import { textsOf } from '../../records/texts.ts'
import type { CatalogRecord } from './catalog-record.ts'

/** The catalogs of a store in its order, retired ones too. */
export const catalogRecordsOf = async (db: ReadDb, storeId: string): Promise<readonly CatalogRecord[]> =>
  (await catalogsOf(db, storeId)) ?? []

const catalogsOf = cached(async (db, storeId: string) => {
  const catalogs = await db
    .selectFrom('catalogs')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const names = await db
    .selectFrom('catalog_names as text')
    .innerJoin('catalogs as catalog', 'catalog.id', 'text.catalog_id')
    .selectAll('text')
    .where('catalog.store_id', '=', storeId)
    .execute()
  const namesOf = Map.groupBy(names, (text) => text.catalog_id)
  return nonEmpty(
    catalogs.map(({ id, position, state, version }): CatalogRecord => ({
      id,
      version,
      names: textsOf(namesOf.get(id), ({ name }) => name),
      position,
      state,
    })),
  )
})

export const catalogRows = recordRows(
  'catalogs',
  ({ position, state }: CatalogRecord) => ({ position, state }),
  [
    part('catalog_names', 'catalog_id', ({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ catalog_id: id, culture_code, name })),
    ),
  ],
)

/** A product of a catalog, and whether it is still to be sold. */
export const findProductOf = async (
  db: ReadDb,
  catalogId: string,
  states: readonly ('active' | 'draft' | 'retired')[],
): Promise<{ readonly sku: string } | undefined> =>
  db
    .selectFrom('products')
    .select('sku')
    .where('catalog_id', '=', catalogId)
    .where('state', 'in', states)
    .orderBy('sku')
    .limit(1)
    .executeTakeFirst()

/** Whether a campaign takes something off the goods of a catalog. */
export const isCatalogInCampaign = async (db: ReadDb, catalogId: string): Promise<boolean> =>
  (await db
    .selectFrom('campaign_item_catalogs')
    .select('catalog_id')
    .where('catalog_id', '=', catalogId)
    .limit(1)
    .executeTakeFirst()) !== undefined
