import type { ReadDb } from '../database/engine.ts'
import { cached } from '../database/cache.ts'
import type { Currency } from './store.schema.ts'

/** A store with what requests are checked against. */
export interface StoreRecord {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly timeZone: string
  readonly defaultCulture: string
  readonly defaultCountryId: string | null
  readonly cultures: readonly string[]
  readonly currencies: readonly Currency[]
}

export const getStore = cached(async (db, storeId: string): Promise<StoreRecord> => {
  const store = await db.selectFrom('stores').selectAll().where('id', '=', storeId).executeTakeFirstOrThrow()
  const cultures = await db
    .selectFrom('store_cultures')
    .select('culture_code')
    .where('store_id', '=', storeId)
    .orderBy('position')
    .execute()
  const currencies = await db
    .selectFrom('store_currencies as accepted')
    .innerJoin('currencies as currency', 'currency.id', 'accepted.currency_id')
    .select(['currency.id', 'currency.iso_code as isoCode'])
    .where('accepted.store_id', '=', storeId)
    .orderBy('accepted.position')
    .execute()
  return {
    id: store.id,
    code: store.code,
    name: store.name,
    description: store.description,
    timeZone: store.time_zone,
    defaultCulture: store.default_culture_code,
    defaultCountryId: store.default_country_id,
    cultures: cultures.map((row) => row.culture_code),
    currencies,
  }
})

/** The store of a code; the command line and the starter name stores so. */
export const findStoreByCode = async (db: ReadDb, code: string) =>
  db.selectFrom('stores').select(['id', 'code', 'name']).where('code', '=', code).executeTakeFirst()

/** The store that was made first: the one the console opens. */
export const findFirstStore = async (db: ReadDb) =>
  db.selectFrom('stores').select(['id', 'code', 'name']).orderBy('id').limit(1).executeTakeFirst()

export const getCurrency = cached(async (db, currencyId: string): Promise<Currency> =>
  db
    .selectFrom('currencies')
    .select(['id', 'iso_code as isoCode'])
    .where('id', '=', currencyId)
    .executeTakeFirstOrThrow(),
)
