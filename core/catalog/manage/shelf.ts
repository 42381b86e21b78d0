import { cached } from '../../database/cache.ts'
import type { ReadDb } from '../../database/engine.ts'
import {
  allPriceGroupsOf,
  priceGroupNames,
  type ListedPriceGroup,
} from '../../price-groups/price-group.repository.ts'
import { taxRatesOf } from '../../tax-rates/tax-rate.repository.ts'
import type { TaxRateRecord } from '../../tax-rates/tax-rate-record.ts'
import { catalogRecordsOf } from './catalog-record.repository.ts'
import type { CatalogRecord } from './catalog-record.ts'
import { getCurrency, getStore, type StoreRecord } from '../../stores/store.repository.ts'

/** A price group of the store, with what its prices are in. */
export interface ShelfGroup extends ListedPriceGroup {
  /** ISO 4217. */
  readonly currency: string
  /** Its place in the store's order. */
  readonly place: number
}

/** What products of a store refer to. */
export interface Shelf {
  readonly store: StoreRecord
  /** In the store's order; retired ones too. */
  readonly catalogs: ReadonlyMap<string, CatalogRecord>
  /** Retired ones too. */
  readonly taxRates: ReadonlyMap<string, TaxRateRecord>
  /** Retired ones too: their prices stay. */
  readonly priceGroups: ReadonlyMap<string, ShelfGroup>
  /** Those that derive from each group, however far. */
  readonly heirs: ReadonlyMap<string, readonly ShelfGroup[]>
  /** What the store calls a price group. */
  readonly groupName: (id: string) => string
}

export async function readShelf(db: ReadDb, storeId: string): Promise<Shelf> {
  const store = await getStore(db, storeId)
  return {
    store,
    groupName: await priceGroupNames(db, store, store.defaultCulture),
    catalogs: new Map((await catalogRecordsOf(db, storeId)).map((catalog) => [catalog.id, catalog])),
    taxRates: await taxRatesOf(db, storeId),
    ...(await groupsOf(db, storeId)),
  }
}

/** The catalog of a product of which nothing is said; undefined where the store offers none. */
export const firstCatalog = ({ catalogs }: Shelf): string | undefined =>
  [...catalogs.values()].find(({ state }) => state === 'active')?.id

/** Kept, because a shop may have many of them, and every list of products is read with them. */
const groupsOf = cached(async (db, storeId: string): Promise<Pick<Shelf, 'priceGroups' | 'heirs'>> => {
  const groups: ShelfGroup[] = []
  for (const [place, group] of (await allPriceGroupsOf(db, storeId)).entries()) {
    const { isoCode } = await getCurrency(db, group.currency_id)
    groups.push({ ...group, currency: isoCode, place })
  }
  const derived = groups.flatMap((group) => group.chain.slice(1).map((base) => ({ base, group })))
  return {
    priceGroups: new Map(groups.map((group) => [group.id, group])),
    heirs: new Map(
      [...Map.groupBy(derived, ({ base }) => base)].map(([base, of]) => [base, of.map(({ group }) => group)]),
    ),
  }
})
