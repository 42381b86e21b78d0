import type { ProductDraft, ProductRecord } from '../../catalog/manage/product-record.ts'
import type { Shelf } from '../../catalog/manage/shelf.ts'
import type { Ppm } from '../../kernel/money.ts'
import { readWhole, type DecimalSign } from '../cells.ts'
import type { Columns, Row } from '../csv-rows.ts'
import { refusal, type Refusal } from '../file-faults.ts'
import type { Names } from '../names.repository.ts'
import type { CellFault, PlaceOf } from '../read-file.ts'
import { MOST_PIECES } from '../../stock/stock.schema.ts'
import type { RoundedPrice } from '../transfer.schema.ts'

/** What a file is read with. */
export interface Reading {
  readonly shelf: Shelf
  /** Its columns, by their names in lower case. */
  readonly columns: Columns
  readonly decimalSign: DecimalSign
  readonly priceGroups: Names
  readonly catalogs: Names
  readonly taxRates: Names
  /** The group whose prices are in a file that names none. */
  readonly priceGroupId: string
  /** Of that group, whatever is sold in it; null where products have theirs. */
  readonly groupTaxRate: Ppm | null
  /** Of new products, in a file that says none. */
  readonly newTax: Tax
  /** Whether the prices of a file that names no group include that tax. */
  readonly includesTax: boolean
}

/** How a product is taxed: as one of the store's rates says, or as it says itself. */
export type Tax = Pick<ProductDraft, 'taxRate' | 'taxRateId'>

/** What a file makes of a product. */
export interface FileDraft {
  readonly draft: ProductDraft
  readonly faults: readonly CellFault[]
  /** Prices with tax that no price without tax comes to. */
  readonly rounded: readonly RoundedPrice[]
  /** Whether it is new and the file does not say how it is taxed. */
  readonly isTaxOpen: boolean
  readonly placeOf: PlaceOf
  /** How many there are of its variants, where the file says it. */
  readonly pieces: readonly FilePieces[]
}

/** How many there are of a variant, in the words of a file of products. */
export interface FilePieces {
  readonly variantSku: string | null
  readonly quantity: number
}

/**
 * The pieces of a cell.
 * @returns none where it says nothing; where it is no such number, why
 */
export function readPieces(cell: string, variantSku: string | null): readonly FilePieces[] | Refusal {
  if (cell === '') return []
  const quantity = readWhole(cell)
  return quantity === undefined || Math.abs(quantity) > MOST_PIECES
    ? refusal('cell.whole-number', { cell, least: -MOST_PIECES, most: MOST_PIECES })
    : [{ variantSku, quantity }]
}

/** A product of a file: rows that stand together. */
export interface FileProduct {
  readonly sku: string
  readonly line: number
  /** @param before the product as it is in the shop; what the file says nothing of stays */
  draft(before: ProductRecord | undefined): FileDraft
}

/** A kind of file that products come in. */
export interface ProductFormat {
  /** The column whose value holds the rows of a product together. */
  readonly key: string
  /** Columns that have to be there. */
  readonly required: readonly string[]
  /** Whether something is taken from a column. @param column in lower case */
  knows(column: string): boolean
  /** Whether a column holds codes, of which nothing is left once a spreadsheet has shortened them. @param column in lower case */
  isCode(column: string): boolean
  /** Faults of the columns themselves, such as a price group that is not there. */
  check(reading: Reading): readonly (Refusal & { readonly column: string })[]
  /** @param rows at least one */
  read(reading: Reading, rows: readonly Row[]): FileProduct
}

export const NEW_PRODUCT = {
  descriptions: {},
  imageUrl: null,
  state: 'active',
  isGiftCard: false,
  variants: [],
} as const
