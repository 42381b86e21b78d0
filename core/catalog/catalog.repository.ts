import type { ReadDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { cached } from '../database/cache.ts'
import { pickText } from '../kernel/culture.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { Catalog } from './catalog.schema.ts'

/** The catalogs that hold something with a price in the group, in the store's order. */
export async function listCatalogs(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, priceGroup }: { culture: string; priceGroup: PriceGroupRecord },
): Promise<Slice<Catalog>> {
  const query = db
    .selectFrom('catalogs as catalog')
    .select(['catalog.id', 'catalog.position'])
    .where('catalog.store_id', '=', store.id)
    .where('catalog.state', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('products as product')
          .innerJoin('variants as variant', 'variant.product_id', 'product.id')
          .innerJoin('prices as price', 'price.variant_id', 'variant.id')
          .select('product.id')
          .whereRef('product.catalog_id', '=', 'catalog.id')
          .where('product.state', '=', 'active')
          .where('price.price_group_id', 'in', priceGroup.chain),
      ),
    )
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'catalog.position': (row) => row.position,
    'catalog.id': (row) => row.id,
  })
  if (kept.length === 0) return { rows: [], next }
  const texts = await db
    .selectFrom('catalog_names')
    .selectAll()
    .where(
      'catalog_id',
      'in',
      kept.map((row) => row.id),
    )
    .execute()
  const byCatalog = Map.groupBy(texts, (text) => text.catalog_id)
  return {
    rows: kept.map(({ id }) => ({
      id,
      name: pickText(byCatalog.get(id) ?? [], culture, store.defaultCulture)?.name ?? id,
    })),
    next,
  }
}

export const findCatalog = cached(
  async (db, storeId: string, id: string): Promise<{ id: string } | undefined> =>
    db
      .selectFrom('catalogs')
      .select('id')
      .where('id', '=', id)
      .where('store_id', '=', storeId)
      .executeTakeFirst(),
)
