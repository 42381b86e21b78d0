import { cached } from '../database/cache.ts'
import type { ReadDb } from '../database/engine.ts'
import { codeOfWorldName } from './world-names.ts'

/** Countries by what a file calls them. */
export class CountryCodes {
  readonly #ids = new Map<string, string>()
  readonly #codes = new Map<string, string>()

  constructor(
    countries: readonly { readonly id: string; readonly iso_code: string }[],
    names: readonly { readonly country_id: string; readonly name: string }[],
  ) {
    for (const { country_id, name } of names) this.#ids.set(keyOf(name), country_id)
    for (const { id, iso_code } of countries) {
      this.#ids.set(keyOf(iso_code), id)
      this.#codes.set(id, iso_code)
    }
  }

  /**
   * The id of a country by its code (ISO 3166-1), by its name in a language of the shops, or else in any that it is known
   * in: a file says “Danmark” in a Japanese shop, too.
   */
  find(text: string): string | undefined {
    const key = keyOf(text)
    return this.#ids.get(key) ?? this.#ids.get(keyOf(codeOfWorldName(key) ?? ''))
  }

  codeOf(id: string): string {
    return this.#codes.get(id) ?? ''
  }
}

const keyOf = (text: string): string => text.trim().toLowerCase()

export const readCountryCodes = async (db: ReadDb): Promise<CountryCodes> => (await countryCodes(db)).codes

const countryCodes = cached(async (db): Promise<{ readonly codes: CountryCodes }> => {
  const countries = await db.selectFrom('countries').select(['id', 'iso_code']).execute()
  const names = await db.selectFrom('country_names').select(['country_id', 'name']).execute()
  return { codes: new CountryCodes(countries, names) }
})
