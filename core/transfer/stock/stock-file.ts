import { readWhole, unguarded } from '../cells.ts'
import type { Columns, Row } from '../csv-rows.ts'
import { refusal } from '../file-faults.ts'
import { code as hostedCode, madeSku, OPTIONS, optionsOf } from '../products/hosted-format.ts'
import type { CellFault } from '../read-file.ts'
import { MOST_PIECES } from '../../stock/stock.schema.ts'
import { OF_PARENT } from './whole-pieces.ts'

/** What goods are named by in a file; an empty text where the row does not name them so. */
export interface GoodsCodes {
  /** Of a product, or of a variant where no other names it. */
  readonly sku: string
  readonly variantSku: string
  readonly barcode: string
}

/** What a row says of the stock of something. */
export interface FileStock {
  readonly line: number
  readonly codes: GoodsCodes
  /** Where the goods are named, as the file calls the column. */
  readonly codeColumn: string
  /** Where their quantity stands, or would. */
  readonly quantityColumn: string
  /** Where they are, in the words of the file; an empty text where it does not say. */
  readonly location: string
  /** How many there are; undefined where the row leaves that as it is. */
  readonly quantity: number | undefined
  /** At how many they are ordered anew; null where nobody says so any more; undefined where it stays. */
  readonly reorderPoint: number | null | undefined
  /** What is wrong with its cells. */
  readonly faults: readonly CellFault[]
}

/** A kind of file that stock comes in: a row for each of the goods. */
export interface StockFormat {
  readonly whose: 'own' | 'hosted'
  /** The column of the quantity, in lower case. */
  readonly quantity: string
  /** Columns of which one has to be there. */
  readonly required: readonly string[]
  /** Whether something is taken from a column. @param column in lower case */
  knows(column: string): boolean
  /** Whether a column holds codes, of which nothing is left once a spreadsheet has shortened them. @param column in lower case */
  isCode(column: string): boolean
  read(columns: Columns, row: Row): FileStock
}

/** The columns of our own file, as the export writes them; the name is for whoever reads it. */
export const STOCK_COLUMNS = ['sku', 'variantSku', 'barcode', 'name', 'quantity', 'reorderPoint'] as const

/** Our own CSV. What a file has no column for stays as it is; so does the quantity where its cell is empty. */
const own: StockFormat = {
  whose: 'own',
  quantity: 'quantity',
  required: ['quantity', 'reorderpoint'],
  knows: (column) => ['sku', 'variantsku', 'barcode', 'quantity', 'reorderpoint'].includes(column),
  isCode: (column) => ['sku', 'variantsku', 'barcode'].includes(column),
  read: (columns, row) => {
    const cells = new Cells(columns, row)
    const codes = {
      sku: cells.text('sku'),
      variantSku: cells.text('variantsku'),
      barcode: cells.text('barcode'),
    }
    const reorder = cells.text('reorderpoint')
    const isEmptied = row.has('reorderpoint') && reorder === ''
    return {
      line: row.line,
      codes,
      codeColumn: cells.firstColumn(['sku', 'variantsku', 'barcode']),
      quantityColumn: cells.spelled('quantity'),
      location: '',
      quantity: cells.whole('quantity'),
      reorderPoint: isEmptied ? null : cells.whole('reorderpoint', 0),
      faults: cells.faults,
    }
  },
}

/** What hosted shops call the pieces of a place, the surest first: what was typed beside what is there counts. */
const ON_HAND = ['on hand (new)', 'on hand', 'on hand (current)']
const options = OPTIONS.flatMap((number) => [`option${number} name`, `option${number} value`])
/** Of goods that a place never has. */
const NOT_STOCKED = 'not stocked'

/** The CSV in which hosted shops export their inventory: a row for each of the goods at each place. */
const hosted: StockFormat = {
  whose: 'hosted',
  quantity: 'on hand',
  required: ON_HAND,
  knows: (column) => ['sku', 'handle', 'location', ...options, ...ON_HAND].includes(column),
  isCode: (column) => ['sku', 'handle'].includes(column),
  read: (columns, row) => {
    const cells = new Cells(columns, row)
    const sku = hostedCode(row, 'sku')
    const quantity = ON_HAND.find((column) => cells.text(column) !== '') ?? 'on hand'
    const isStocked = cells.text(quantity).toLowerCase() !== NOT_STOCKED
    return {
      line: row.line,
      codes: { barcode: '', ...(sku === '' ? madeCodes(row) : { sku, variantSku: '' }) },
      codeColumn: cells.firstColumn(['sku', 'handle']),
      quantityColumn: cells.spelled(quantity),
      location: cells.text('location'),
      quantity: isStocked ? cells.whole(quantity) : undefined,
      reorderPoint: undefined,
      faults: cells.faults,
    }
  },
}

/** The codes of goods that have none, as the import of products makes them. */
function madeCodes(row: Row): Pick<GoodsCodes, 'sku' | 'variantSku'> {
  const handle = hostedCode(row, 'handle')
  const names = OPTIONS.map((number) => row.cell(`option${number} name`).trim())
  const chosen = optionsOf(row, names)
  return chosen.length === 0
    ? { sku: handle, variantSku: '' }
    : { sku: '', variantSku: madeSku(handle, chosen) }
}

const GTIN = 'gtin, upc, ean, or isbn'

/** The CSV in which plug-in shops export their products, of which the pieces alone are taken. */
const plugIn: StockFormat = {
  whose: 'hosted',
  quantity: 'stock',
  required: ['stock'],
  knows: (column) => ['sku', GTIN, 'stock', 'low stock amount'].includes(column),
  isCode: (column) => ['sku', GTIN].includes(column),
  read: (columns, row) => {
    const cells = new Cells(columns, row)
    const isCounted = cells.text('stock').toLowerCase() !== OF_PARENT
    return {
      line: row.line,
      codes: { sku: cells.text('sku'), variantSku: '', barcode: cells.text(GTIN) },
      codeColumn: cells.firstColumn(['sku', GTIN]),
      quantityColumn: cells.spelled('stock'),
      location: '',
      quantity: isCounted ? cells.whole('stock') : undefined,
      reorderPoint: isCounted ? cells.whole('low stock amount', 0) : undefined,
      faults: cells.faults,
    }
  },
}

/** @returns undefined where the columns are none that stock is read from */
export function stockFormatOf(columns: Columns): StockFormat | undefined {
  const isNamed = columns.has('sku') || columns.has('handle')
  if (isNamed && ON_HAND.some((column) => columns.has(column))) return hosted
  if (own.required.every((column) => !columns.has(column)) && isNamed && columns.has('stock')) return plugIn
  return ['sku', 'variantsku', 'barcode'].some((column) => columns.has(column)) ? own : undefined
}

/** The cells of a row, and what is wrong with them. */
class Cells {
  readonly faults: CellFault[] = []
  readonly #columns: Columns
  readonly #row: Row

  constructor(columns: Columns, row: Row) {
    this.#columns = columns
    this.#row = row
  }

  text(column: string): string {
    return unguarded(this.#row.cell(column)).trim()
  }

  /** As the file calls the first of some columns that says something, else the first that is there. */
  firstColumn(columns: readonly [string, ...string[]]): string {
    const found =
      columns.find((column) => this.text(column) !== '') ??
      columns.find((column) => this.#columns.has(column)) ??
      columns[0]
    return this.spelled(found)
  }

  /** How the file calls a column. */
  spelled(column: string): string {
    return this.#columns.get(column) ?? column
  }

  /** @returns undefined where nothing stands there, or a fault */
  whole(column: string, least = -Infinity): number | undefined {
    const cell = this.text(column)
    if (cell === '') return undefined
    const value = readWhole(cell)
    // What is more pieces than can be counted is no fault where there are as many already.
    const isFit = value !== undefined && value >= least && (least < 0 || value <= MOST_PIECES)
    if (isFit) return value
    const why = refusal('cell.whole-number', {
      cell,
      least: Math.max(least, -MOST_PIECES),
      most: MOST_PIECES,
    })
    this.faults.push({ line: this.#row.line, column: this.spelled(column), ...why })
    return undefined
  }
}
