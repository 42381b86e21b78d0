import type { ReadDb } from '../../database/engine.ts'
import { allPriceGroupsOf, type ListedPriceGroup } from '../../price-groups/price-group.repository.ts'
import { taxRatesOf } from '../../tax-rates/tax-rate.repository.ts'
import type { TaxRateRecord } from '../../tax-rates/tax-rate-record.ts'
import { catalogRecordsOf } from './catalog-record.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../../stores/store.repository.ts'

/** A price group of the store, with what its prices are in. */
export interface ShelfGroup extends ListedPriceGroup {
  /** ISO 4217. */
  readonly currency: string
}

/** What products of a store refer to. */
export interface Shelf {
  readonly store: StoreRecord
  /** Ids of those that are offered, in the store's order. */
  readonly catalogs: readonly string[]
  /** Retired ones too. */
  readonly taxRates: ReadonlyMap<string, TaxRateRecord>
  /** Retired ones too: their prices stay. */
  readonly priceGroups: ReadonlyMap<string, ShelfGroup>
}

export async function readShelf(db: ReadDb, storeId: string): Promise<Shelf> {
  const groups: ShelfGroup[] = []
  for (const group of await allPriceGroupsOf(db, storeId)) {
    groups.push({ ...group, currency: (await getCurrency(db, group.currency_id)).isoCode })
  }
  const catalogs = await catalogRecordsOf(db, storeId)
  return {
    store: await getStore(db, storeId),
    catalogs: catalogs.filter(({ state }) => state === 'active').map(({ id }) => id),
    taxRates: await taxRatesOf(db, storeId),
    priceGroups: new Map(groups.map((group) => [group.id, group])),
  }
}
