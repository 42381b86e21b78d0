import { withLatinDigits } from '../../ui/format.ts'
import { plainText, withoutInvisible } from '../../ui/plain-text.ts'
import { readQuantity } from './quantity.ts'

/** What goods are known by. */
export interface GoodsCodes {
  readonly sku: string
  readonly variantSku: string | null
  readonly barcode: string | null
}

export interface ScanText {
  quantity: number
  code: string
}

/** `3*CODE` always means three of it; `3xCODE` may also be a code of its own, so the code as typed comes first. Japanese keyboards write `３＊`. */
const STAR_PREFIX = /^([^*×＊]+)[*×＊]\s*(\S.*)$/
const LETTER_PREFIX = /^(\d{1,7})\s*[xX]\s*(\S.*)$/
/** What somebody may take for a number, right or wrong: `3`, `2,5`, `-1`, `1e3`. */
const NUMBER = /^[-+]?[\d.,\s]*\d[\d.,\s]*(e[-+]?\d+)?$/i
const WAITING_PREFIX = /^\s*(\S.*?)\s*[*×＊xX]\s*$/

/**
 * What a scan or a text that is typed in the culture can mean, the likeliest first; empty where what stands before the `*`
 * is no quantity.
 */
export function readScan(text: string, culture: string): ScanText[] {
  const found = readTyped(withoutInvisible(text).trim(), culture)
  const latin = found.map((scan) => ({ ...scan, code: withBarcodeDigits(scan.code) }))
  return [...found, ...latin.filter(({ code }, index) => code !== found[index]?.code)]
}

/** A scanner is a keyboard: on an Arabic or Persian layout it types the digits of that. */
const withBarcodeDigits = (code: string): string =>
  code.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))

function readTyped(typed: string, culture: string): ScanText[] {
  const plain = { quantity: 1, code: typed }
  const [, number = '', code = ''] = STAR_PREFIX.exec(typed) ?? []
  if (isNumber(number, culture)) return withQuantity(number, code, culture)
  const [, digits = '', rest = ''] = LETTER_PREFIX.exec(typed) ?? []
  return [plain, ...withQuantity(digits, rest, culture)]
}

const isNumber = (text: string, culture: string): boolean => NUMBER.test(withLatinDigits(text, culture))

function withQuantity(number: string, code: string, culture: string): ScanText[] {
  const quantity = readQuantity(number, culture)
  return quantity === undefined ? [] : [{ quantity, code }]
}

/** Whether a text is the beginning of a scan, `3*`, and what is scanned next belongs to it. */
export function isQuantityPrefix(text: string, culture: string): boolean {
  return isNumber(WAITING_PREFIX.exec(text)?.[1] ?? '', culture)
}

/** The one product whose barcode, variant sku or sku the code is; undefined where none or several have it. */
export function findExact<Goods extends GoodsCodes>(
  products: readonly Goods[],
  code: string,
): Goods | undefined {
  for (const field of ['barcode', 'variantSku', 'sku'] as const) {
    const matches = products.filter((product) => isSameCode(product[field], code))
    if (matches.length === 1) return matches[0]
  }
  const spelled = products.filter(({ barcode }) => isSameBarcode(barcode, code))
  return spelled.length === 1 ? spelled[0] : undefined
}

/** Whether a code is this one as it is typed or pasted: in any case, in full width, or with what nobody sees around it. */
export const isSameCode = (code: string | null, typed: string): boolean =>
  code !== null && plain(code) === plain(typed)

const plain = (code: string): string =>
  plainText(code)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .toLowerCase()

/** Whether a code is a barcode of trade in another spelling. */
export function isSameBarcode(barcode: string | null, code: string): boolean {
  const bare = bareBarcode(code)
  return bare !== undefined && bareBarcode(barcode) === bare
}

/**
 * A barcode of trade without the gaps that are printed under it and the zeros in front, which scanners add and drop, as the
 * core finds it; undefined for any other code.
 */
function bareBarcode(code: string | null): string | undefined {
  const digits = plain(code ?? '').replace(/[\s-]/g, '')
  return /^\d{8,14}$/.test(digits) ? digits.replace(/^0+/, '') : undefined
}

/** The goods of the family that the code is the sku of. */
export function findFamily<Goods extends GoodsCodes>(products: readonly Goods[], code: string): Goods[] {
  return products.filter(({ sku }) => isSameCode(sku, code))
}
