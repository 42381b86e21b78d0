import { checkProducts, type WantedProduct } from '../../catalog/manage/check-products.ts'
import { findProductRecords } from '../../catalog/manage/product-record.repository.ts'
import { productNoun } from '../../catalog/manage/product.noun.ts'
import type { ProductRecord } from '../../catalog/manage/product-record.ts'
import { readShelf } from '../../catalog/manage/shelf.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import type { Author } from '../../history/record-events.ts'
import { badRequest } from '../../kernel/errors.ts'
import type { Ppm } from '../../kernel/money.ts'
import { previewRecords, saveRecords, type Saved } from '../../records/save-records.ts'
import { decimalSignOf } from '../cells.ts'
import { readRows, type ColumnMapping, type Columns, type Row } from '../csv-rows.ts'
import { readCatalogNames, readPriceGroupNames, readTaxRateNames } from '../names.repository.ts'
import { UnreadableFile, type TextFile } from '../text-file.ts'
import type { ImportReport } from '../transfer.schema.ts'
import { hostedFormat } from './hosted-format.ts'
import { ownFormat } from './own-format.ts'
import { priceFormat } from './price-format.ts'
import type { CellFault, FileDraft, FileProduct, ProductFormat, Reading } from './product-file.ts'
import { SeenCodes } from './seen-codes.ts'

/** Products that are looked at, and stored, together. */
const BATCH = 100
/** Products that a report names. */
const MAX_NAMED = 50
/** Characters of a cell that is shown as an example. */
const EXAMPLE = 80
/** More faults than anybody mends before trying again. */
export const MAX_FAULTS = 1000

export interface ProductImport {
  readonly file: TextFile
  /** Prices alone, of products that are there. */
  readonly kind: 'products' | 'prices'
  /** The group of the prices of a file that names none: its name or id; the first of the store where it is left out. */
  readonly priceGroup?: string | undefined
  /** Of new products, in a file that says none. */
  readonly taxRate?: Ppm | undefined
  /** Whether the prices of a file that names no group include that tax. */
  readonly includesTax?: boolean | undefined
  /** Of columns that are called otherwise than what they hold. */
  readonly columns?: ColumnMapping | undefined
  /** Is told how many rows have been read, from time to time. */
  readonly onProgress?: ((rows: number) => void) | undefined
}

/** Says what an import would do. Writes nothing, and reads the file to its end, whatever is wrong with its rows. */
export const previewImport = async (
  db: ReadDb,
  author: Author,
  given: ProductImport,
): Promise<ImportReport> =>
  run(db, author, given, async (_shelf, wanted) => previewRecords(db, productNoun, wanted))

/**
 * Imports a file into a store; the same file twice changes nothing, and what it does not name stays. To be run in a
 * transaction of its own, which must not be kept where there are faults.
 */
export const importProducts = async (
  db: WriteDb,
  author: Author,
  given: ProductImport,
): Promise<ImportReport> =>
  run(db, author, given, async (shelf, wanted) =>
    saveRecords(db, author, productNoun, shelf, wanted, 'imported'),
  )

type Store = (
  shelf: Reading['shelf'],
  wanted: readonly WantedProduct[],
) => Promise<readonly Saved<ProductRecord>[]>

async function run(db: ReadDb, author: Author, given: ProductImport, store: Store): Promise<ImportReport> {
  const work = new Run(db, author, given, store)
  try {
    await work.all()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    work.fault({ line: error.line, column: null, text: error.message })
  }
  return work.report()
}

/** One reading of one file. */
class Run {
  readonly #db: ReadDb
  readonly #author: Author
  readonly #given: ProductImport
  readonly #store: Store
  readonly #counts = { added: 0, changed: 0, unchanged: 0 }
  readonly #faults: ImportReport['faults'] = []
  readonly #seen = new SeenCodes()
  /** Lines in which products began, by what holds their rows together. */
  readonly #lines = new Map<string, number>()
  /** Products that are saved together, soon. */
  readonly #waiting: FileProduct[] = []
  #begun: Begun | undefined
  #format: ProductFormat | null = null
  #columns: Columns = new Map()
  /** The row that shows what a column is like. */
  #example: Row | undefined
  readonly #products: ImportReport['products'] = []
  #rows = 0

  constructor(db: ReadDb, author: Author, given: ProductImport, store: Store) {
    this.#db = db
    this.#author = author
    this.#given = given
    this.#store = store
  }

  fault(fault: ImportReport['faults'][number]): void {
    // Of several faults of a cell the first, plainest speaks.
    const isKnown = this.#faults.some(({ column, line }) => line === fault.line && column === fault.column)
    if (this.#faults.length < MAX_FAULTS && !isKnown) this.#faults.push(fault)
  }

  report(): ImportReport {
    const isRefused = this.#faults.length > 0
    const counts = isRefused ? { added: 0, changed: 0, unchanged: 0 } : this.#counts
    const format = this.#format
    const columns = [...this.#columns].map(([takenFor, name]) => ({
      name,
      takenFor: format?.knows(takenFor) === true ? takenFor : null,
      example: (this.#example?.cell(takenFor) ?? '').trim().slice(0, EXAMPLE).toWellFormed(),
    }))
    return {
      kind: this.#given.kind,
      rows: this.#rows,
      ...counts,
      faults: this.#faults.toSorted((a, b) => a.line - b.line),
      ignoredColumns: format
        ? columns.filter(({ takenFor }) => takenFor === null).map(({ name }) => name)
        : [],
      format: format && (format === hostedFormat ? 'hosted' : 'own'),
      columns,
      products: isRefused ? [] : this.#products,
    }
  }

  async all(): Promise<void> {
    let ofProduct: Row[] = []
    let key = ''
    const { columns, file } = this.#given
    for await (const row of readRows(file, async (found) => this.#begin(found), columns)) {
      const begun = this.#begun
      this.#example ??= row
      if (!begun) break
      if (!begun.isReadable) continue
      this.#rows++
      const found = row.cell(begun.format.key).trim()
      if (found === '') {
        const column = begun.reading.columns.get(begun.format.key) ?? begun.format.key
        this.fault({ line: row.line, column, text: 'is missing' })
        continue
      }
      if (found !== key) {
        await this.#end(begun, ofProduct)
        ofProduct = []
        this.#checkTogether(row, begun, found)
      }
      key = found
      ofProduct.push(row)
    }
    if (!this.#begun?.isReadable) return
    await this.#end(this.#begun, ofProduct)
    await this.#save(this.#begun)
    if (this.#rows === 0)
      throw new UnreadableFile('There is nothing in the file but the names of its columns.')
  }

  /** @param rows all of a product; none before the first */
  async #end(begun: Begun, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    this.#waiting.push(begun.format.read(begun.reading, rows))
    if (this.#waiting.length < BATCH) return
    await this.#save(begun)
    this.#given.onProgress?.(this.#rows)
  }

  async #begin(columns: Columns): Promise<void> {
    this.#columns = columns
    const format = formatOf(columns, this.#given.kind)
    if (!format) {
      this.fault({ line: 1, column: null, text: NO_FORMAT })
      return
    }
    this.#format = format
    const reading = await this.#readingOf(columns)
    const missing = format.required.filter((column) => !columns.has(column))
    for (const column of missing) this.fault({ line: 1, column, text: 'the file has no such column' })
    for (const { column, text } of format.check(reading)) this.fault({ line: 1, column, text })
    this.#begun = { format, reading, isReadable: missing.length === 0 }
  }

  async #readingOf(columns: Columns): Promise<Reading> {
    const { file, includesTax = false, priceGroup, taxRate = 0 } = this.#given
    const shelf = await readShelf(this.#db, this.#author.storeId)
    const priceGroups = await readPriceGroupNames(this.#db, shelf.store)
    const [first] = [...shelf.priceGroups.values()].filter(({ chain }) => chain.length === 1)
    const priceGroupId = priceGroup === undefined ? first?.id : priceGroups.find(priceGroup)
    if (priceGroupId === undefined) {
      const text =
        priceGroup === undefined
          ? 'is missing: the store has none'
          : `names no price group, or more than one: ${priceGroup}`
      throw badRequest('import.price-group', text, 'priceGroup')
    }
    return {
      shelf,
      columns,
      // Programs separate by commas where numbers have points; elsewhere a spreadsheet has written the file.
      decimalSign: file.separator === ',' ? '.' : decimalSignOf(shelf.store.defaultCulture),
      priceGroups,
      catalogs: await readCatalogNames(this.#db, shelf.store),
      taxRates: await readTaxRateNames(this.#db, shelf.store),
      priceGroupId,
      taxRate,
      includesTax,
    }
  }

  #checkTogether(row: Row, { format, reading }: Begun, key: string): void {
    const first = this.#lines.get(key)
    if (first === undefined) this.#lines.set(key, row.line)
    else {
      const column = reading.columns.get(format.key) ?? format.key
      const text = `“${key}” began in line ${first} already: its rows must stand together`
      this.fault({ line: row.line, column, text })
    }
  }

  async #save({ reading: { columns, shelf } }: Begun): Promise<void> {
    const products = this.#waiting.splice(0)
    const skus = products.map(({ sku }) => sku)
    const records = await findProductRecords(this.#db, this.#author.storeId, 'sku', skus)
    const bySku = new Map(records.map((record) => [record.sku, record]))
    const drafts = products.map((product) => {
      const before = bySku.get(product.sku)
      if (!before && this.#given.kind === 'prices') {
        const column = columns.get('sku') ?? null
        this.fault({ line: product.line, column, text: `there is no product “${product.sku}”` })
      }
      return { before, made: product.draft(before) }
    })
    const wanted = drafts.map(({ before, made }): WantedProduct => ({ before, draft: made.draft }))
    const refused = await checkProducts(this.#db, shelf, wanted)
    for (const [index, { made }] of drafts.entries()) {
      const faults = [...made.faults, ...this.#seen.add(made), ...placed(made, refused[index] ?? [])]
      for (const fault of faults) this.fault(fault)
    }
    if (this.#faults.length > 0) return
    for (const { kind, record } of await this.#store(shelf, wanted)) {
      this.#counts[kind]++
      if (kind === 'unchanged' || this.#products.length >= MAX_NAMED) continue
      const { defaultCulture } = shelf.store
      const name = record.names[defaultCulture] ?? Object.values(record.names)[0] ?? record.sku
      this.#products.push({ sku: record.sku, name, change: kind })
    }
  }
}

interface Begun {
  readonly format: ProductFormat
  readonly reading: Reading
  /** Whether the columns are there without which rows say nothing. */
  readonly isReadable: boolean
}

const NO_FORMAT =
  'There is neither a column “Handle”, as hosted shops export it, nor a column “sku”, as in our own export.'

function formatOf(columns: Columns, kind: ProductImport['kind']): ProductFormat | undefined {
  if (kind === 'prices') return priceFormat
  if (columns.has('handle')) return hostedFormat
  return columns.has('sku') ? ownFormat : undefined
}

/** What the shop has against a draft, at the cells that it comes from. */
const placed = (
  { placeOf }: FileDraft,
  faults: readonly { readonly field?: string | undefined; readonly text: string }[],
): CellFault[] => faults.map(({ field = '', text }) => ({ ...placeOf(field), text }))
