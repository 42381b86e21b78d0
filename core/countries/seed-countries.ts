import type { WriteDb } from '../database/engine.ts'
import { languageOf } from '../kernel/culture.ts'
import { idAt } from '../kernel/ids.ts'
import { isoCountries } from './iso-countries.ts'

/** User-assigned codes that the package knows beside ISO 3166: Kosovo. */
const unofficial = new Set(['XK'])

/**
 * Makes sure that every country of ISO 3166 is there, named in each of the cultures. Countries belong to all stores,
 * and so do their ids: they follow from the code.
 * @returns the ids by alpha-2 code
 */
export async function seedCountries(
  db: WriteDb,
  cultures: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = await db.selectFrom('countries').select(['id', 'iso_code']).execute()
  const ids = new Map(known.map((country) => [country.iso_code, country.id]))
  const missing = isoCodes().filter((code) => !ids.has(code))
  for (const code of missing) ids.set(code, countryId(code))
  if (missing.length > 0) {
    const rows = missing.map((code) => ({
      id: countryId(code),
      iso_code: code,
      culture_code: mainCulture(code),
      version: 1,
    }))
    await db.insertInto('countries').values(rows).execute()
  }
  for (const culture of cultures) {
    const regions = new Intl.DisplayNames([culture, 'en'], { type: 'region' })
    const names = isoCodes().map((code) => ({
      country_id: ids.get(code) ?? countryId(code),
      culture_code: culture,
      name: isoCountries().getName(code, languageOf(culture)) ?? regions.of(code) ?? code,
    }))
    await db
      .insertInto('country_names')
      .values(names)
      .onConflict((existing) => existing.doNothing())
      .execute()
  }
  return ids
}

/** The 249 codes of ISO 3166-1, in alphabetical order. */
export const isoCodes = (): string[] =>
  Object.keys(isoCountries().getAlpha2Codes())
    .filter((code) => !unofficial.has(code))
    .sort()

/** The culture most of a country's people read, as CLDR's likely subtags have it. */
function mainCulture(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return `${language}-${code}`
}

/** ISO 3166 came into being in 1974; the letters stand where others have chance. */
const countryId = (code: string): string =>
  idAt(
    Date.UTC(1974, 0),
    Uint8Array.from({ length: 16 }, (_, index) => code.charCodeAt(index % 2)),
  )
