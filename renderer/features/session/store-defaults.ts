import type { NewStore } from '../../api/stores.ts'
import type { TypedRate } from './typed-rates.ts'

/** A new store as it is typed. */
export interface TypedStore extends Omit<NewStore, 'taxRates'> {
  /** Undefined for those of its country, as long as nobody has said others. */
  taxRates?: readonly TypedRate[]
}

export interface Choice {
  value: string
  label: string
}

/** Cultures offered for a new shop; every other one can be added to the store later. */
const CULTURES = [
  'bg-BG cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-NZ en-US en-ZA es-ES es-MX et-EE fi-FI',
  'fr-BE fr-CA fr-CH fr-FR ga-IE hr-HR hu-HU is-IS it-CH it-IT ja-JP ko-KR lt-LT lv-LV mt-MT nb-NO nl-BE nl-NL',
  'pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-FI sv-SE tr-TR uk-UA zh-CN zh-TW',
]
  .join(' ')
  .split(' ')

/** The currency of the countries in `CULTURES` that do not pay in euro. */
const CURRENCY_OF: Record<string, string> = {
  AU: 'AUD', BG: 'EUR', BR: 'BRL', CA: 'CAD', CH: 'CHF', CN: 'CNY', CZ: 'CZK', DK: 'DKK', GB: 'GBP', HU: 'HUF',
  IS: 'ISK', JP: 'JPY', KR: 'KRW', MX: 'MXN', NO: 'NOK', NZ: 'NZD', PL: 'PLN', RO: 'RON', SE: 'SEK', TR: 'TRY',
  TW: 'TWD', UA: 'UAH', US: 'USD', ZA: 'ZAR',
} // oxfmt-ignore

/** Countries whose addresses name the state or prefecture. */
const WITH_REGIONS = new Set(['AU', 'BR', 'CA', 'IN', 'JP', 'MX', 'US'])

export const namesRegion = (countryCode: string): boolean => WITH_REGIONS.has(countryCode)

/** A new store as this machine suggests it: language, country, currency and time zone of whoever sits here. */
export function guessStore(language: string): TypedStore {
  const tag = localeOf(language).maximize()
  const countryCode = tag.region ?? 'GB'
  return {
    name: '',
    countryCode,
    currency: CURRENCY_OF[countryCode] ?? 'EUR',
    cultureCode: `${tag.language}-${countryCode}`,
    timeZone: zoneHere() ?? onlyZoneOf(countryCode) ?? 'UTC',
    line1: '',
    postalCode: '',
    city: '',
    region: '',
    taxNumber: '',
    walkIns: false,
  }
}

/** A browser may name what is no language: WebKit says `C` where the machine is set to none. */
function localeOf(language: string): Intl.Locale {
  try {
    return new Intl.Locale(language)
  } catch {
    return new Intl.Locale('en-GB')
  }
}

/** @returns undefined where the system names its zone as no browser knows it: `TZ=:/etc/localtime` makes it `Etc/Unknown` */
function zoneHere(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

/**
 * What most shops of a country use; what is not known of it is left out.
 * @param zone what is chosen, which stays where the country has it
 */
export function usualIn(
  countryCode: string,
  zone: string,
): Partial<Pick<TypedStore, 'currency' | 'cultureCode' | 'timeZone'>> {
  const cultureCode = CULTURES.find((culture) => culture.endsWith(`-${countryCode}`))
  const timeZone = zoneIn(countryCode, zone)
  return {
    ...(cultureCode !== undefined && { cultureCode, currency: CURRENCY_OF[countryCode] ?? 'EUR' }),
    ...(timeZone !== undefined && { timeZone }),
  }
}

/**
 * What is chosen, or this machine's, where the country has it: the clock of another country is none of a shop's.
 * @returns empty where it is to be chosen; undefined where the browser does not tell
 */
function zoneIn(countryCode: string, chosen: string): string | undefined {
  const zones = zonesOf(countryCode)
  if (zones.includes(chosen)) return chosen
  const here = zoneHere()
  if (here !== undefined && zones.includes(here)) return here
  return zones.length === 0 ? undefined : (onlyZoneOf(countryCode) ?? '')
}

/** @returns undefined where there are several whose clocks differ, or the browser does not tell */
function onlyZoneOf(countryCode: string): string | undefined {
  const [zone, ...others] = zonesOf(countryCode)
  return zone === undefined || others.some((other) => clockOf(other) !== clockOf(zone)) ? undefined : zone
}

/** @returns none where the browser does not tell */
function zonesOf(countryCode: string): string[] {
  const region = new Intl.Locale(`und-${countryCode}`) as Intl.Locale & { getTimeZones?: () => string[] }
  return region.getTimeZones?.() ?? []
}

/** What a clock shows there in winter and in summer. */
function clockOf(timeZone: string): string {
  const year = new Date().getUTCFullYear()
  const shown = [0, 6].map((month) => new Date(Date.UTC(year, month)).toLocaleString('en', { timeZone }))
  return shown.join()
}

/** Every region that `Intl` knows by name, of the two-letter codes. */
export function countryChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const choices = codes.filter(isCountry).flatMap((value) => {
    const label = names.of(value)
    return label === undefined ? [] : [{ value, label }]
  })
  return byLabel(choices, locale)
}

/** Codes that `Intl` names although ISO 3166 does not list them: groups, former names and private ones. */
const NO_COUNTRIES = new Set([
  'AC', 'AN', 'BU', 'CP', 'CQ', 'CS', 'CT', 'DD', 'DG', 'DY', 'EA', 'EU', 'EZ', 'FQ', 'FX', 'HV', 'IC', 'JT', 'MI',
  'NH', 'NQ', 'NT', 'PC', 'PU', 'PZ', 'QO', 'RH', 'SU', 'TA', 'TP', 'UK', 'UN', 'VD', 'WK', 'XA', 'XB', 'XK', 'YD',
  'YU', 'ZR', 'ZZ',
]) // oxfmt-ignore

function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code)
}

/** Metals, funds and test codes. */
const NO_CURRENCIES = new Set(
  'XAG XAU XBA XBB XBC XBD XDR XEU XFO XFU XPD XPT XRE XSU XTS XUA XXX'.split(' '),
)

export function currencyChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter((code) => !NO_CURRENCIES.has(code))
    .map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}

/** The cultures on offer by name, the suggested one among them. */
export function cultureChoices(locale: string, suggested: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const codes = [...new Set([...CULTURES, suggested])]
  return byLabel(
    codes.map((value) => ({ value, label: names.of(value) ?? value })),
    locale,
  )
}

/** The zones on offer, the chosen one, where one is, among them: other browsers may call it otherwise (`Asia/Kolkata`, `Asia/Calcutta`). */
export function timeZones(chosen: string): string[] {
  return [...new Set([chosen, zoneHere() ?? 'UTC', ...Intl.supportedValuesOf('timeZone'), 'UTC'])].filter(
    Boolean,
  )
}

function byLabel(choices: Choice[], locale: string): Choice[] {
  return choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
