import { createRequire } from 'node:module'
import type countries from 'i18n-iso-countries'

const load = createRequire(import.meta.url)

/**
 * The countries of ISO 3166-1 and their names, which the package keeps in a file for each of its 76 languages. They are read
 * when somebody first asks for them: a start would read all of them, and few cores ever need one.
 */
export const isoCountries = (): typeof countries => load('i18n-iso-countries') as typeof countries
