import type { PriceRow, PricesPatch } from '../../api/prices.ts'
import { parseAmount, toMajor, toMinor, withLatinDigits, withoutBlanks } from '../../ui/format.ts'
import { numberFormat } from '../../ui/intl.ts'

/** A group's own price of a variant, as it is to be: undefined where it has none. */
export interface PriceChange {
  /** Of the variant. */
  readonly rowId: string
  readonly priceGroupId: string
  readonly from: number | undefined
  readonly to: number | undefined
}

/** The group's own price of a row; undefined where it has none of its own. */
export function ownPrice({ prices }: PriceRow, priceGroupId: string): number | undefined {
  const found = prices.find((price) => price.priceGroupId === priceGroupId)
  return found?.inheritedFrom === null ? (found.price ?? undefined) : undefined
}

/** What changes set back. */
export const reversed = (changes: readonly PriceChange[]): PriceChange[] =>
  changes.map(({ from, to, ...change }) => ({ ...change, from: to, to: from }))

/** Changes as the API takes them: by product, in the version that is seen. */
export function patchOf(changes: readonly PriceChange[], rows: readonly PriceRow[]): PricesPatch['products'] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const products = new Map<string, { id: string; version: number; rows: Map<string, PriceChange[]> }>()
  for (const change of changes) {
    const row = byId.get(change.rowId)
    if (!row) continue
    const product = products.get(row.productId) ?? {
      id: row.productId,
      version: row.version,
      rows: new Map<string, PriceChange[]>(),
    }
    product.rows.set(row.id, [...(product.rows.get(row.id) ?? []), change])
    products.set(row.productId, product)
  }
  return [...products.values()].map(({ id, rows: changed, version }) => ({
    id,
    version,
    variants: [...changed].map(([rowId, prices]) => ({
      variantSku: byId.get(rowId)?.variantSku ?? null,
      prices: prices.map(({ priceGroupId, to }) => ({ priceGroupId, price: to ?? null })),
    })),
  }))
}

/**
 * What is typed into a cell, or pasted: an amount of the culture, or nothing, which takes the group's own price away.
 * @returns undefined where it is neither
 */
export function readCell(
  text: string,
  currency: string,
  culture: string,
): { readonly price: number | undefined } | undefined {
  const plain = signsOf(currency, culture).reduce(withoutSign, withoutBlanks(text))
  if (plain === '') return { price: undefined }
  const price = parseAmount(plain, currency, culture)
  return price === undefined ? undefined : { price }
}

/** What a currency is called beside an amount in the culture: `US$`, `$`, `USD`, `kr.`, `円`. */
function signsOf(currency: string, culture: string): string[] {
  const parts = (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) =>
    numberFormat(culture, { style: 'currency', currency, currencyDisplay }).formatToParts(1),
  )
  const names = parts.filter(({ type }) => type === 'currency').map(({ value }) => withoutBlanks(value))
  return names.flatMap((name) => [name, name.replace(/\.$/, '')])
}

/** An amount without the sign before or behind it. */
function withoutSign(amount: string, sign: string): string {
  if (amount.startsWith(sign)) return amount.slice(sign.length)
  return amount.endsWith(sign) ? amount.slice(0, -sign.length) : amount
}

/** A cell and what ends it; one in quotes may hold line breaks, tabs and, doubled, quotes. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y

/** Cells as a spreadsheet puts them on the clipboard: tabs between them, a line break behind each row. */
export function readClipboard(text: string): string[][] {
  const whole = text.replace(/\r?\n$/, '')
  const rows: string[][] = [[]]
  CELL.lastIndex = 0
  for (;;) {
    const [, quoted, plain = '', end = ''] = CELL.exec(whole) ?? []
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '') return rows
    if (end !== '\t') rows.push([])
  }
}

/**
 * So many per cent as they are typed in the culture, in its own digits or in those of any keyboard: `-12,5`, `+10 %`.
 * @returns undefined where the text is no such change, or one of more than all
 */
export function readPerCent(text: string, culture: string): number | undefined {
  const typed = withLatinDigits(text, culture).replace('−', '-')
  const [, sign = '', whole, fraction = '0'] =
    /^([+-]?)(\d{1,3})(?:[.,](\d{1,2}))?\s*[%٪]?$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  const value = Number(`${sign}${whole}.${fraction}`)
  return value >= -100 ? value : undefined
}

/** A price changed by so many per cent, rounded half away from zero to the currency's minor unit. */
export function byPerCent(price: number, perCent: number, currency: string): number {
  const minor = toMinor(price, currency)
  // In whole numbers of a hundred-thousandth: 10 % of 0.25 is exactly half a unit.
  const exact = (minor * Math.round((100 + perCent) * 1000)) / 100_000
  return toMajor(Math.round(exact + Number.EPSILON * exact), currency)
}
