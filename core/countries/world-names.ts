import { isoCountries } from './iso-countries.ts'

/** Codes by what people call a country in some language; made when the first is asked for, within some 40 ms. */
let codes: ReadonlyMap<string, string | undefined> | undefined

/**
 * The code (ISO 3166-1 alpha-2) of a country by its name in any of the languages that the package knows, short and formal
 * ones, or by its alpha-3 code; undefined for what nobody calls one, and for what two are called (Congo).
 * @param text in small letters
 */
export function codeOfWorldName(text: string): string | undefined {
  codes ??= readNames()
  return codes.get(text)
}

function readNames(): ReadonlyMap<string, string | undefined> {
  const countries = isoCountries()
  const found = new Map<string, string | undefined>()
  for (const [alpha3, code] of Object.entries(countries.getAlpha3Codes()))
    found.set(alpha3.toLowerCase(), code)
  for (const language of countries.getSupportedLanguages())
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of names) {
        const key = name.trim().toLowerCase()
        found.set(key, !found.has(key) || found.get(key) === code ? code : undefined)
      }
  return found
}
