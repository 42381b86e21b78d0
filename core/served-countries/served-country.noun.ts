import type { ReadDb } from '../database/engine.ts'
import { sliceByName, sliceOf } from '../database/queries/keyset.ts'
import { pickText } from '../kernel/culture.ts'
import { parseId } from '../kernel/ids.ts'
import { fieldFault, type FieldFault } from '../records/field-faults.ts'
import { defineNoun, type Read } from '../records/noun.ts'
import type { RecordState } from '../records/record.schema.ts'
import { searchRecords } from '../records/search-records.ts'
import { readNames } from '../records/texts.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import {
  findServedCountries,
  servedCountryRows,
  type ServedCountryDraft,
  type ServedCountryRecord,
} from './served-country.repository.ts'
import {
  ServedCountries,
  ServedCountriesQuery,
  ServedCountry,
  ServedCountryBody,
  ServedCountryParams,
  ServedCountryPatch,
} from './served-country.schema.ts'

interface Method {
  readonly id: string
  readonly name: string
  readonly state: RecordState
}

/** What a country is served by. */
interface Around {
  readonly store: StoreRecord
  readonly shippingMethods: readonly Method[]
  readonly paymentMethods: readonly Method[]
}

/** Which countries a shop serves, and what it calls them. */
export const servedCountryNoun = defineNoun({
  one: 'country',
  many: 'countries',
  schemas: {
    body: ServedCountryBody,
    patch: ServedCountryPatch,
    record: ServedCountry,
    list: ServedCountries,
    query: ServedCountriesQuery,
    params: ServedCountryParams,
  },
  says: {
    list: 'All of ISO 3166, by their codes or, with `cultureCode`, by their names. `served` keeps those that a method serves, or those that none does.',
    replace: 'A method that the body leaves out serves it no more. What changes nothing leaves the version.',
    remove: 'It stays, and no method of the store serves it any more.',
  },
  isClosed: true,
  rows: servedCountryRows,
  around: async (db, storeId): Promise<Around> => ({
    store: await getStore(db, storeId),
    shippingMethods: await methodsOf(db, storeId, 'shipping_methods'),
    paymentMethods: await methodsOf(db, storeId, 'payment_methods'),
  }),
  find: async (db, storeId, key) => {
    const id = parseId(key)
    const only =
      id === undefined
        ? { column: 'iso_code' as const, value: key.toUpperCase() }
        : { column: 'id' as const, value: id }
    return (await findServedCountries(db, storeId, only))[0]
  },
  list: async (db, storeId, page, { cultureCode, search, served }: ServedCountriesQuery, around) => {
    const countries = await findServedCountries(db, storeId)
    const found = searchRecords(countries, search, ({ isoCode, names }) => [isoCode, ...Object.values(names)])
    const shown = found.filter(
      (country) => served === undefined || isServed(around, country) === (served === 'true'),
    )
    if (cultureCode === undefined) return sliceOf(shown, page, 'asc', [({ isoCode }) => isoCode])
    const culture = requireCulture(around.store, cultureCode)
    const named = shown.map((country) => ({ ...country, name: nameOf(country, culture, around.store) }))
    return sliceByName(named, page, culture)
  },
  view: (around: Around, country: ServedCountryRecord): ServedCountry => ({
    id: country.id,
    version: country.version,
    isoCode: country.isoCode,
    names: country.names,
    hasPostalCodes: country.hasPostalCodes,
    served: isServed(around, country),
    shippingMethods: servedBy(around.shippingMethods, country.shippingMethodIds),
    paymentMethods: servedBy(around.paymentMethods, country.paymentMethodIds),
  }),
  fields: (around, country) => ({
    names: country.names,
    shippingMethods: namesOf(around.shippingMethods, country.shippingMethodIds),
    paymentMethods: namesOf(around.paymentMethods, country.paymentMethodIds),
  }),
  read,
  removal: {
    // Addresses of carts and orders name it, and so do other stores.
    isUsed: async () => Promise.resolve(true),
    retired: (country) => ({ ...country, shippingMethodIds: [], paymentMethodIds: [] }),
  },
})

function read(
  around: Around,
  body: ServedCountryBody,
  before: ServedCountryRecord | undefined,
): Read<ServedCountryDraft> {
  const faults: FieldFault[] = []
  const idsOf = (field: 'shippingMethods' | 'paymentMethods'): string[] => {
    const methods = new Set(around[field].map(({ id }) => id))
    return Object.entries(body[field] ?? {})
      .flatMap(([key, isServing]) => {
        const id = parseId(key)
        if (id === undefined || !methods.has(id)) {
          const one = field === 'shippingMethods' ? 'shipping' : 'payment'
          faults.push(fieldFault(`${field}.${key}`, `${one}-method.not-found`))
          return []
        }
        return isServing ? [id] : []
      })
      .sort()
  }
  const { cultures } = around.store
  const draft = {
    names: readNames(body.names, { cultures, before: before?.names, faults }),
    shippingMethodIds: idsOf('shippingMethods'),
    paymentMethodIds: idsOf('paymentMethods'),
  }
  return { draft, faults }
}

const nameOf = (
  { isoCode, names }: ServedCountryRecord,
  culture: string,
  { defaultCulture }: StoreRecord,
): string => {
  const texts = Object.entries(names).map(([culture_code, name]) => ({ culture_code, name }))
  return pickText(texts, culture, defaultCulture)?.name ?? isoCode
}

const isServed = (around: Around, country: ServedCountryDraft): boolean =>
  [
    { methods: around.shippingMethods, ids: country.shippingMethodIds },
    { methods: around.paymentMethods, ids: country.paymentMethodIds },
  ].some(({ ids, methods }) => methods.some(({ id, state }) => state === 'active' && ids.includes(id)))

const servedBy = (methods: readonly Method[], ids: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(methods.map(({ id }) => [id, ids.includes(id)]))

const namesOf = (methods: readonly Method[], ids: readonly string[]): string[] =>
  methods.filter(({ id }) => ids.includes(id)).map(({ name }) => name)

const methodsOf = async (
  db: ReadDb,
  storeId: string,
  table: 'shipping_methods' | 'payment_methods',
): Promise<Method[]> =>
  db
    .selectFrom(table)
    .select(['id', 'name', 'state'])
    .where('store_id', '=', storeId)
    .orderBy('position')
    .orderBy('id')
    .execute()
