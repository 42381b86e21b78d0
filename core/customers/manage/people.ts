import { listCountries } from '../../countries/country.repository.ts'
import type { Country } from '../../countries/country.schema.ts'
import type { ReadDb } from '../../database/engine.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import { readCircles, type Circle } from './circles.repository.ts'

/** What customers of a store refer to. */
export interface People {
  readonly store: StoreRecord
  readonly circles: ReadonlyMap<string, Circle>
  readonly countries: ReadonlyMap<string, Country>
}

/** More than there are. */
const ALL = 1000

export async function readPeople(db: ReadDb, storeId: string): Promise<People> {
  const store = await getStore(db, storeId)
  const culture = store.defaultCulture
  const page = { limit: ALL, after: undefined }
  const { rows } = await listCountries(db, store, page, { culture, servedOnly: false })
  return {
    store,
    circles: await readCircles(db, storeId),
    countries: new Map(rows.map((country) => [country.id, country])),
  }
}

/** What a history calls a group or an organization. */
export const nameOfCircle =
  ({ circles }: People) =>
  (id: string): string =>
    circles.get(id)?.name ?? id
