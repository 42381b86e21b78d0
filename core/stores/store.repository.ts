import type { ReadDb } from '../database/engine.ts'
import { cached } from '../database/cache.ts'
import { textsOf } from '../records/texts.ts'
import type { Currency, Printed } from './store.schema.ts'

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
  /** Those that it takes no more. */
  readonly formerCurrencies: readonly Currency[]
  readonly lockAfterMinutes: number
  /** Whether it has ever counted or received anything: otherwise orders move no stock. */
  readonly keepsStock: boolean
  readonly walkIn: WalkInTerms
  readonly printed: Printed
}

/** What a walk-in of a store gets unasked. A method counts while it is offered, and the first while goods are collected by it. */
export interface WalkInTerms {
  readonly walkInShippingMethodId: string | null
  /** Which of the ways to pay is offered first. */
  readonly walkInPaymentMethodId: string | null
  /** Whether an order at the counter begins as a walk-in's. */
  readonly beginsWithWalkIn: boolean
}

/** As it stands in the database; requests go by {@link getStore}. */
export async function readStore(db: ReadDb, storeId: string): Promise<StoreRecord> {
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
  // Nothing is sold in a currency but at the prices of a group, which stays for what was; a till may hold some all the same.
  const used = await db
    .selectFrom('currencies as currency')
    .select(['currency.id', 'currency.iso_code as isoCode'])
    .where('currency.id', 'in', ({ selectFrom }) =>
      selectFrom('price_groups')
        .select('currency_id')
        .where('store_id', '=', storeId)
        .union(selectFrom('till_counts').select('currency_id').where('store_id', '=', storeId)),
    )
    .orderBy('currency.iso_code')
    .execute()
  const texts = await db
    .selectFrom('store_receipt_texts')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('culture_code')
    .execute()
  const printed = (place: 'head' | 'foot') =>
    textsOf(
      texts.filter((row) => row[place] !== ''),
      (row) => row[place],
    )
  const country = await db
    .selectFrom('countries')
    .select('iso_code')
    .where('id', '=', store.default_country_id ?? '')
    .executeTakeFirst()
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
    formerCurrencies: used.filter(({ id }) => !currencies.some((taken) => taken.id === id)),
    lockAfterMinutes: store.lock_after_minutes,
    keepsStock: store.keeps_stock === 1,
    walkIn: {
      walkInShippingMethodId: store.walk_in_shipping_method_id,
      walkInPaymentMethodId: store.walk_in_payment_method_id,
      beginsWithWalkIn: store.begins_with_walk_in === 1,
    },
    printed: {
      line1: store.line1,
      line2: store.line2,
      postalCode: store.postal_code,
      city: store.city,
      region: store.region,
      countryCode: country?.iso_code ?? null,
      phoneNumber: store.phone,
      emailAddress: store.email,
      taxNumber: store.tax_number,
      receiptHead: printed('head'),
      receiptFoot: printed('foot'),
    },
  }
}

export const getStore = cached(readStore)

/** The store of a code; the command line and the starter name stores so. */
export const findStoreByCode = async (db: ReadDb, code: string) =>
  db.selectFrom('stores').select(['id', 'code', 'name']).where('code', '=', code).executeTakeFirst()

/** All stores, by their codes. */
export const listStores = async (db: ReadDb) =>
  db.selectFrom('stores').select(['code', 'name']).orderBy('code').execute()

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
