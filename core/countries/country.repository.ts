import type { ReadDb } from '../database/engine.ts'
import { sliceByName, type Page, type Slice } from '../database/queries/keyset.ts'
import { cached, nonEmpty } from '../database/cache.ts'
import { languageOf, pickText } from '../kernel/culture.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { hasPostalCodes } from './postal-codes.ts'
import type { Country, CountryOfForm } from './country.schema.ts'

interface CountryRow {
  readonly id: string
  readonly iso_code: string
  readonly culture_code: string
}

/**
 * Countries by their names in the culture; `servedOnly` keeps those the store delivers to or is paid from.
 */
export async function listCountries(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, servedOnly }: { culture: string; servedOnly: boolean },
): Promise<Slice<Required<CountryOfForm>>> {
  return sliceByName((await countriesOf(db, store, culture, servedOnly)) ?? [], page, culture)
}

const countriesOf = cached(async (db, store: StoreRecord, culture: string, servedOnly: boolean) => {
  let query = db
    .selectFrom('countries as country')
    .select(['country.id', 'country.iso_code', 'country.culture_code'])
  if (servedOnly) {
    query = query.where('country.id', 'in', (inner) =>
      inner
        .selectFrom('shipping_method_countries as served')
        .innerJoin('shipping_methods as method', 'method.id', 'served.shipping_method_id')
        .select('served.country_id')
        .where('method.store_id', '=', store.id)
        .where('method.state', '=', 'active')
        .union(
          inner
            .selectFrom('payment_method_countries as served')
            .innerJoin('payment_methods as method', 'method.id', 'served.payment_method_id')
            .select('served.country_id')
            .where('method.store_id', '=', store.id)
            .where('method.state', '=', 'active'),
        ),
    )
  }
  const rows = await query.execute()
  const names = await countryNames(db, store, rows, culture)
  return nonEmpty<Required<CountryOfForm>>(
    rows.map((row) => ({
      cultureCode: row.culture_code,
      id: row.id,
      name: names(row),
      hasPostalCodes: hasPostalCodes(row.iso_code),
    })),
  )
})

/** The country of an identifier with its name in the culture. */
export const findCountry = cached(
  async (db, store: StoreRecord, id: string, culture: string): Promise<Country | undefined> => {
    const row = await db
      .selectFrom('countries')
      .select(['id', 'iso_code', 'culture_code'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const nameOf = await countryNames(db, store, [row], culture)
    return { cultureCode: row.culture_code, id: row.id, name: nameOf(row) }
  },
)

/** Whether addresses of a country are to have a postal code. */
export const needsPostalCode = async (db: ReadDb, countryId: string): Promise<boolean> =>
  hasPostalCodes((await getIsoCode(db, countryId)).iso_code)

const getIsoCode = cached(async (db, countryId: string) =>
  db.selectFrom('countries').select('iso_code').where('id', '=', countryId).executeTakeFirstOrThrow(),
)

/** The countries of some identifiers, named in the culture. */
export async function findCountries(
  db: ReadDb,
  store: StoreRecord,
  ids: readonly string[],
  culture: string,
): Promise<ReadonlyMap<string, Country>> {
  const countries = new Map<string, Country>()
  for (const id of ids) {
    const country = countries.get(id) ?? (await findCountry(db, store, id, culture))
    if (country) countries.set(id, country)
  }
  return countries
}

async function countryNames(
  db: ReadDb,
  store: StoreRecord,
  countries: readonly CountryRow[],
  culture: string,
): Promise<(country: CountryRow) => string> {
  if (countries.length === 0) return (country) => country.iso_code
  const texts = await db
    .selectFrom('country_names')
    .selectAll()
    .where(
      'country_id',
      'in',
      countries.map((country) => country.id),
    )
    // Those that can be picked, and no other culture's: with all countries, that is most of the names.
    .where((eb) =>
      eb.or([
        eb('culture_code', 'in', [culture, store.defaultCulture]),
        eb('culture_code', 'like', `${languageOf(culture)}-%`),
      ]),
    )
    .execute()
  const byCountry = Map.groupBy(texts, (text) => text.country_id)
  return ({ id, iso_code }) =>
    pickText(byCountry.get(id) ?? [], culture, store.defaultCulture)?.name ?? iso_code
}

/** Every country by its ISO 3166-1 alpha-2 code, and its code by its id. */
export interface CountryCodes {
  readonly idOf: ReadonlyMap<string, string>
  readonly codeOf: ReadonlyMap<string, string>
}

export const countryCodes = cached(async (db): Promise<CountryCodes> => {
  const rows = await db.selectFrom('countries').select(['id', 'iso_code']).execute()
  return {
    idOf: new Map(rows.map(({ id, iso_code }) => [iso_code, id])),
    codeOf: new Map(rows.map(({ id, iso_code }) => [id, iso_code])),
  }
})
