import type { PriceRow, PricesPatch } from '../../api/prices.ts'
import { parseAmount, withLatinDigits, withoutCurrency } from '../../ui/format.ts'
import { partOf } from '../../ui/tax.ts'

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
  if (withoutCurrency(text, currency, culture) === '') return { price: undefined }
  const price = parseAmount(text, currency, culture)
  return price === undefined ? undefined : { price }
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
export const byPerCent = (price: number, perCent: number, currency: string): number =>
  partOf(price, 1 + perCent / 100, currency)
