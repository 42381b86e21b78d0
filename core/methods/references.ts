import { sql } from 'kysely'
import { readShelf, type ShelfGroup } from '../catalog/manage/shelf.ts'
import { countryCodes, type CountryCodes } from '../countries/country.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { placeBehind } from '../records/record.schema.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

/** What the methods of a store refer to. */
export interface References {
  readonly store: StoreRecord
  readonly priceGroups: ReadonlyMap<string, ShelfGroup>
  readonly countries: CountryCodes
  /** The place behind all methods of the kind. */
  readonly nextPosition: number
}

/** @param table which methods */
export async function readReferences(
  db: ReadDb,
  storeId: string,
  table: 'shipping_methods' | 'payment_methods',
): Promise<References> {
  const { store, priceGroups } = await readShelf(db, storeId)
  const { last } = await db
    .selectFrom(table)
    .select(sql<number>`coalesce(max(position), -1)`.as('last'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return {
    store,
    priceGroups,
    countries: await countryCodes(db),
    nextPosition: placeBehind(last),
  }
}
