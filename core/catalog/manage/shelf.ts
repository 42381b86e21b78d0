import { cached, nonEmpty } from '../../database/cache.ts'
import type { ReadDb } from '../../database/engine.ts'
import { priceGroupsOf, type ListedPriceGroup } from '../../price-groups/price-group.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../../stores/store.repository.ts'

/** A price group of the store, with what its prices are in. */
export interface ShelfGroup extends ListedPriceGroup {
  /** ISO 4217. */
  readonly currency: string
}

/** What products of a store refer to. */
export interface Shelf {
  readonly store: StoreRecord
  /** Ids, in the store's order. */
  readonly catalogs: readonly string[]
  readonly priceGroups: ReadonlyMap<string, ShelfGroup>
}

export async function readShelf(db: ReadDb, storeId: string): Promise<Shelf> {
  const groups: ShelfGroup[] = []
  for (const group of await priceGroupsOf(db, storeId, undefined)) {
    groups.push({ ...group, currency: (await getCurrency(db, group.currency_id)).isoCode })
  }
  return {
    store: await getStore(db, storeId),
    catalogs: (await catalogsOf(db, storeId)) ?? [],
    priceGroups: new Map(groups.map((group) => [group.id, group])),
  }
}

const catalogsOf = cached(async (db, storeId: string) => {
  const rows = await db
    .selectFrom('catalogs')
    .select('id')
    .where('store_id', '=', storeId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return nonEmpty(rows.map(({ id }) => id))
})
