import { shopDay, shopZone } from './shop-zone.ts'
import { dateFormat, numberFormat } from './intl.ts'
import { now as present } from './now.ts'
import { plainText } from './plain-text.ts'

/** An amount of major units in the currency, written as the culture does: `12,50 €`. */
export function formatMoney(amount: number, currency: string, culture: string): string {
  return numberFormat(culture, { style: 'currency', currency, ...decimalsOf(currency) }).format(amount)
}

/** An amount without its currency, where that stands beside it: `1.234,50`. */
export function formatAmount(amount: number, currency: string, culture: string): string {
  return bareAmount(amount, currency, culture, 'auto')
}

/** Made of money, and not of a number: in `fr-CH` that has a comma, and money a point. */
function bareAmount(amount: number, currency: string, culture: string, useGrouping: 'auto' | false): string {
  const money = { style: 'currency', currency, ...decimalsOf(currency), useGrouping } as const
  return numberFormat(culture, money)
    .formatToParts(amount)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('')
}

function decimalsOf(currency: string) {
  const digits = minorDigits(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** A fraction as a percentage, to the millionth that rates are kept in, as New York's tax: 0.08875 → `8.875%`. */
export function formatRate(rate: number, culture: string): string {
  return numberFormat(culture, { style: 'percent', maximumFractionDigits: 4 }).format(rate)
}

/** Day and time of an ISO 8601 moment on the shop's clock. */
export function formatMoment(moment: string, locale: string, timeZone = shopZone.value): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))
}

/** The day of an ISO 8601 moment on the shop's clock. */
export function formatDay(moment: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone: shopZone.value }).format(new Date(moment))
}

/** From one day to another, both ISO 8601 moments, on the shop's clock; the day where it is the same. */
export function formatDays(first: string, last: string, locale: string, timeZone = shopZone.value): string {
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone })
  return format.formatRange(new Date(first), new Date(last))
}

const DAY = 86_400_000
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/**
 * How long ago: `5 minutes ago`, `yesterday` on the shop's clock; from a week on the date itself.
 * @param style `short` where there is little room: `5 min. ago`
 */
export function formatAge(
  moment: string,
  locale: string,
  { now = present.value, style = 'long' }: { now?: number; style?: Intl.RelativeTimeFormatStyle } = {},
): string {
  const elapsed = now - Date.parse(moment)
  if (elapsed >= 7 * DAY) return formatDay(moment, locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style })
  if (elapsed >= DAY) return relative.format(dayNumber(Date.parse(moment)) - dayNumber(now), 'day')
  for (const [unit, length] of STEPS) {
    if (elapsed >= length) return relative.format(-Math.floor(elapsed / length), unit)
  }
  return relative.format(0, 'minute')
}

/** Days of the shop's clock, counted. */
const dayNumber = (moment: number): number => Date.parse(shopDay(moment)) / DAY

interface Person {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

/** Letters in which the family's name stands first; of Japanese ones katakana write names from abroad, too, in their own order. */
const FAMILY_FIRST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u
/** Whether whoever is called so says the family's name first. */
const isFamilyFirst = (name: string): boolean => FAMILY_FIRST.test(name)

/** How somebody is called: `Ida Holm`, `高橋 桜子`. */
export function fullName({ firstName, lastName }: Person): string {
  const name = [firstName, lastName].filter(Boolean)
  return (isFamilyFirst(name.join('')) ? name.reverse() : name).join(' ')
}

/** The parts of a name as it is typed in one field. */
export function nameParts(typed: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = typed.trim().split(/\s+/)
  const others = rest.join(' ')
  return isFamilyFirst(typed)
    ? { firstName: others, lastName: first }
    : { firstName: first, lastName: others }
}

/** Cultures by the name of their language; with the region only where two share a language. */
export function cultureNames(
  cultures: readonly string[],
  locale: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languageOf = (culture: string) => culture.split('-')[0] ?? culture
  const languages = cultures.map(languageOf)
  return cultures.map((value) => {
    const isShared = languages.filter((language) => language === languageOf(value)).length > 1
    return { value, label: names.of(isShared ? value : languageOf(value)) ?? value }
  })
}

/** As the core keeps amounts (`core/kernel/money.ts`), whatever the `Intl` of this browser says. */
const WITHOUT_DECIMALS =
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK ' +
  'PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER'
const WITH_THREE = 'BHD JOD KWD LYD OMR TND'
const WITH_FOUR = 'CLF UYW'
const digitsOf = new Map([
  ...WITHOUT_DECIMALS.split(' ').map((currency) => [currency, 0] as const),
  ...WITH_THREE.split(' ').map((currency) => [currency, 3] as const),
  ...WITH_FOUR.split(' ').map((currency) => [currency, 4] as const),
])

/** Decimals of a currency's minor unit: EUR 2, JPY 0. */
export const minorDigits = (currency: string): number => digitsOf.get(currency) ?? 2

/** Amounts of the core are whole minor units already: rounding only takes away what a fraction cannot hold. */
export const toMinor = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** minorDigits(currency))

export const toMajor = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency)

/**
 * An amount as a person writes it in the culture, with its own separators: `1.234,50` in German, `1,234.50` in English,
 * `1,23,456` in India, and those of other numbers where money has its own, as in `fr-CH`; digits may be of full width, as
 * a Japanese keyboard writes them, and those of any keyboard where the culture has others. The sign of the currency may stand
 * beside it, as it does where it is copied from.
 * @returns major units; undefined where the text is no such amount, or has more decimals than the currency
 */
export function parseAmount(text: string, currency: string, culture: string): number | undefined {
  const typed = withoutApostrophes(withoutCurrency(text, currency, culture), culture)
  return (
    readIn(writingOf(culture, { style: 'currency', currency }), typed, currency) ??
    readIn(writingOf(culture), typed, currency)
  )
}

/** What is typed without spaces and without the sign of the currency, which may stand before or behind it. */
export const withoutCurrency = (text: string, currency: string, culture: string): string =>
  signsOf(currency, culture).reduce(withoutSign, withoutBlanks(text))

/** What a currency is called beside an amount in the culture: `US$`, `$`, `USD`, `kr.`, `円`. */
function signsOf(currency: string, culture: string): string[] {
  const parts = (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) =>
    numberFormat(culture, { style: 'currency', currency, currencyDisplay }).formatToParts(1),
  )
  const names = parts.filter(({ type }) => type === 'currency').map(({ value }) => withoutBlanks(value))
  return names.flatMap((name) => [name, name.replace(/\.$/, '')])
}

function withoutSign(amount: string, sign: string): string {
  if (amount.startsWith(sign)) return amount.slice(sign.length)
  return amount.endsWith(sign) ? amount.slice(0, -sign.length) : amount
}

/** What stands before decimals in the culture: a point where its digits are its own, as any keyboard's are read there. */
export const decimalSign = (culture: string): string => writingOf(culture).decimal

/** Without spaces, and without what nobody sees: marks of direction stand in amounts of Hebrew and Arabic, and around what is copied. */
const withoutBlanks = (text: string): string => plainText(text).replaceAll(/\s/g, '')

/** Switzerland has them between thousands in all of its languages, whatever `Intl` says: keyboards one, spreadsheets another. */
const withoutApostrophes = (amount: string, culture: string): string =>
  /-(?:CH|LI)$/.test(culture) ? amount.replaceAll(/(?<=\d)['’](?=\d{3}(?!\d))/g, '') : amount

function readIn(
  { decimal, group, groupSize, inLatin }: Writing,
  text: string,
  currency: string,
): number | undefined {
  const digits = minorDigits(currency)
  const typed = inLatin(text)
  const [whole = '', fraction, ...more] = typed.split(decimal)
  const groups = group.trim() === '' ? [whole] : whole.split(group)
  const [first = '', ...others] = groups
  const isGrouped =
    others.slice(0, -1).every((part) => part.length === 3 || part.length === groupSize) &&
    others.slice(-1).every((part) => part.length === 3) &&
    first.length > 0 &&
    (others.length === 0 || first.length <= 3)
  const isWhole = groups.every((part) => /^\d+$/.test(part))
  const isFraction = fraction === undefined || (/^\d+$/.test(fraction) && fraction.length <= digits)
  if (!isWhole || !isGrouped || !isFraction || more.length > 0) return undefined
  return Number(`${groups.join('')}.${fraction ?? '0'}`)
}

/** What is typed in digits of the culture's own, or of full width, in those that every keyboard has, with a point and commas. */
export const withLatinDigits = (text: string, culture: string): string =>
  writingOf(culture).inLatin(plainText(text).trim())

/**
 * A whole number as it is typed in the culture, in its own digits or in those of any keyboard.
 * @returns undefined where it is none, or has more than nine digits
 */
export function parseWhole(text: string, culture: string): number | undefined {
  const typed = withLatinDigits(text, culture)
  return /^-?\d{1,9}$/.test(typed) ? Number(typed) : undefined
}

/** A whole number that is not less than none: how many there are, or which place. */
export function parseCount(text: string, culture: string): number | undefined {
  const count = parseWhole(text, culture)
  return count === undefined || count < 0 ? undefined : count
}

interface Writing {
  decimal: string
  group: string
  /** Digits of a group before the last one, which has three. */
  groupSize: number | undefined
  inLatin: (text: string) => string
}

function writingOf(culture: string, money: Intl.NumberFormatOptions = {}): Writing {
  const sample = { ...money, minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const parts = numberFormat(culture, sample).formatToParts(12_345_678.9)
  const valuesOf = (wanted: string) => parts.filter(({ type }) => type === wanted).map(({ value }) => value)
  const [[decimal = ''], [group = '']] = [valuesOf('decimal'), valuesOf('group')]
  const groupSize = valuesOf('integer').at(-2)?.length
  const own = Array.from(numberFormat(culture, { useGrouping: false }).format(9_876_543_210)).reverse()
  if (own[0] === '0') return { decimal, group, groupSize, inLatin: (text) => text }
  const latin = new Map([
    ...own.map((digit, value) => [digit, String(value)] as const),
    [decimal, '.'],
    [group, ','],
  ])
  const inLatin = (text: string) =>
    Array.from(text, (character) => latin.get(character) ?? character).join('')
  return { decimal: '.', group: ',', groupSize, inLatin }
}

/**
 * An amount such as may be typed of the currency in the culture, for whoever has typed none: `12,50`, and with the decimals
 * that the currency has, `1250` or `1,250`.
 */
export const exampleAmount = (currency: string, culture: string): string =>
  formatPlainAmount(toMajor(1250, currency), currency, culture)

/** An amount of the currency as an input field starts with it: without currency sign and without groups. */
export function formatPlainAmount(amount: number, currency: string, culture: string): string {
  return bareAmount(amount, currency, culture, false)
}
