import { minorDigits, type Minor, type Ppm } from '../kernel/money.ts'
import { refusal, type Refusal } from './file-faults.ts'

/** How numbers are written in a file: its decimal sign. */
export type DecimalSign = '.' | ','

/** The decimal sign of a culture: `12,50` in da-DK. */
export const decimalSignOf = (culture: string): DecimalSign =>
  new Intl.NumberFormat(culture).format(1.5).includes(',') ? ',' : '.'

/** Between whole amounts and decimals, and between thousands, in Arabic and Persian. */
const ARABIC_DECIMAL = '\u066b'
const ARABIC_GROUP = /(?<=\d)\u066c(?=\d{3}(?!\d))/g
/** They say which way a text runs, and nothing else. */
const DIRECTIONS = /[\u061c\u200e\u200f]/g

/**
 * A cell with its numbers as every keyboard has them: of full width, as in Japan, or in Arabic or Persian.
 * @param sign what a decimal sign becomes that can be no other
 */
const withPlainNumbers = (cell: string, sign: DecimalSign): string =>
  cell
    .normalize('NFKC')
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll(ARABIC_DECIMAL, sign)
    .replaceAll(ARABIC_GROUP, '')
    .replaceAll('\u066a', '%')

/** What a cell says, or why it says nothing. */
export type CellValue<T> = { readonly value: T } | { readonly fault: Refusal }

/**
 * A price of a cell, in minor units: as programs write it, or as a spreadsheet shows it, with its currency and thousands.
 * Either sign is taken for the decimal one, except before three digits, where it could stand between thousands: there it
 * must be the file's.
 */
export function readPrice(cell: string, currency: string, sign: DecimalSign): CellValue<Minor> {
  const text = cell.trim()
  const digits = minorDigits(currency)
  const example = digits === 0 ? '1234' : `1234${sign}${'50'.padEnd(digits, '0')}`
  const { amount, isShown } = withoutCurrency(text, currency, sign)
  const grouped = groupedParts(amount, isShown && digits === 0)
  const { found, fraction, whole } = grouped ?? plainParts(amount)
  if (whole === '') return { fault: refusal('cell.price', { cell: text, currency, example }) }
  if (!grouped && fraction.length === 3 && found !== sign)
    return { fault: refusal('cell.price-sign', { cell: text, whole: whole + fraction, example }) }
  const kept = withoutZeros(fraction)
  if (kept.length > digits) return { fault: refusal('cell.decimals', { cell: text, digits, currency }) }
  const value = Number(whole + kept.padEnd(digits, '0'))
  return value <= MAX_PRICE ? { value } : { fault: refusal('cell.price-high', { cell: text }) }
}

/** Decimals without the zeros at their end; each zero of a long row of others is looked at once. */
const withoutZeros = (fraction: string): string => fraction.replace(/(?<!0)0+$/, '')

/** The digits of an amount, and what stands between them: none before it where it is no amount. */
interface Parts {
  readonly whole: string
  readonly fraction: string
  readonly found?: string | undefined
}

function plainParts(amount: string): Parts {
  const [, whole = '', found, fraction = ''] = /^(\d{1,12})(?:([.,])(\d+))?$/.exec(amount) ?? []
  return { whole, fraction, found }
}

/** Thousands, and groups of two digits before them, with the same sign between all of them and another before decimals. */
const GROUPED = /^(\d{1,3}(?=([.,'’ ]))(?:\2\d{2,3})*\2\d{3})(?:(?!\2)[.,](\d+))?$/

/**
 * @param isWhole of an amount as it is shown in a currency without decimals: whichever sign is between thousands
 * @returns undefined where a sign between thousands could be the decimal one, or there is none
 */
function groupedParts(amount: string, isWhole: boolean): Parts | undefined {
  const [, grouped = '', group = '', fraction] = GROUPED.exec(amount) ?? []
  const isSure = isWhole || !/[.,]/.test(group) || fraction !== undefined || grouped.split(group).length > 2
  const whole = grouped.replaceAll(/\D/g, '')
  return isSure && whole !== '' && whole.length <= 12 ? { whole, fraction: fraction ?? '' } : undefined
}

/** Longer than any price with its currency. */
const MAX_SHOWN = 50

/** An amount without its currency, on either side of it; one with another than is meant stays as it is. */
function withoutCurrency(
  cell: string,
  currency: string,
  sign: DecimalSign,
): { readonly amount: string; readonly isShown: boolean } {
  if (cell.length > MAX_SHOWN) return { amount: cell, isShown: false }
  const text = withPlainNumbers(cell, sign)
  const [, before = '', amount = '', behind = ''] = /^(\D*?)\s*(\d(?:.*\d)?)\s*(\D*)$/.exec(text) ?? []
  const words = [before, behind].filter(Boolean)
  const isShown = words.length > 0 && words.every((word) => signsOf(currency).has(word.toUpperCase()))
  return { amount: isShown ? amount : text, isShown }
}

/** Those that write currencies in signs of their own. */
const SIGN_CULTURES = ['en-001', 'ar', 'fa'] as const

/** How a currency is written beside an amount, in capitals: `$`, `US$`, `USD`. In Shift_JIS the sign of the yen is a backslash. */
function signsOf(currency: string): ReadonlySet<string> {
  const known = signs.get(currency)
  if (known) return known
  const shown = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    SIGN_CULTURES.flatMap((culture) =>
      new Intl.NumberFormat(culture, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value.toUpperCase().replaceAll(DIRECTIONS, ''))
        .flatMap((sign) => [sign, `${sign}.`]),
    ),
  )
  const made = new Set([currency, ...shown, ...(currency === 'JPY' ? ['\\', '円'] : [])])
  signs.set(currency, made)
  return made
}

const signs = new Map<string, ReadonlySet<string>>()

/** Ten thousand million major units of a currency of three decimals. */
const MAX_PRICE = 10 ** 13

/** A price as our files say it: a decimal point, and no more decimals than the currency has. */
export function writePrice(amount: Minor, currency: string): string {
  const digits = minorDigits(currency)
  if (digits === 0) return String(amount)
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * A whole number of a cell, as programs write it or as a spreadsheet shows it: `1200`, `-3`, `12.0`, `1 200`.
 * @returns undefined where it is none, or where a sign could stand between thousands as well as before decimals
 */
export function readWhole(cell: string): number | undefined {
  if (cell.length > MAX_SHOWN) return undefined
  const [, sign = '', amount = ''] = /^([-\u2212]?)\s*(.*)$/.exec(withPlainNumbers(cell, '.').trim()) ?? []
  const grouped = groupedParts(amount, false)
  const { fraction, whole } = grouped ?? plainParts(amount)
  const isAmbiguous = !grouped && fraction.length === 3
  if (whole === '' || withoutZeros(fraction) !== '' || isAmbiguous) return undefined
  // Nothing is not less than nothing.
  return sign === '' ? Number(whole) : 0 - Number(whole)
}

/**
 * A rate of a cell: `25 %`, or `25` as spreadsheets have it, or the fraction 0.25.
 * @returns undefined where it is none, as 1 is: one per cent, all of it, or the code of a rate
 */
export function readRate(cell: string): Ppm | undefined {
  const [, whole = '', fraction = '', percent] =
    /^(\d{1,3})(?:[.,](\d{1,6}))?\s*(%)?$/.exec(withPlainNumbers(cell, '.').trim()) ?? []
  const kept = withoutZeros(fraction)
  if (percent === undefined && Number(`${whole}.${kept}`) === 1) return undefined
  const digits = percent === undefined && Number(whole) === 0 ? 6 : 4
  const value = Number(whole + kept.padEnd(digits, '0'))
  return whole === '' || kept.length > digits || value > 1_000_000 ? undefined : value
}

/** A rate as our files say it: `25%`. */
export const writeRate = (rate: Ppm): string => `${rate / 10_000}%`

/** What hosted shops write for yes and no, and spreadsheets in the languages of the console. */
const YES: readonly string[] = ['yes', 'true', '1', 'ja', 'sand', 'wahr', 'はい']
const NO: readonly string[] = ['no', 'false', '0', 'nej', 'nein', 'falsk', 'falsch', 'いいえ']

/** @returns undefined where a cell says neither yes nor no */
export function readFlag(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** How spreadsheets write a barcode that is too long for them: its last digits are lost. */
const SHORTENED = /^\d(?:[.,]\d{1,5})?E\+\d\d$/i

/** Whether a code has become a number of a spreadsheet: `5.70123E+12`. */
export const isShortened = (code: string): boolean => SHORTENED.test(code)

/** What a spreadsheet takes for the beginning of a formula, some of them in full width too, and the sign that keeps it from doing so. */
const FORMULA = /^'*(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** A text as a cell that no spreadsheet runs. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of such a cell. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** A row of our files. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
