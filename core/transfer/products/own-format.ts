import {
  namesOfOptions,
  type ProductDraft,
  type ProductOption,
  type ProductRecord,
  type ProductState,
  type VariantDraft,
} from '../../catalog/manage/product-record.ts'
import { firstCatalog } from '../../catalog/manage/shelf.ts'
import { parseCulture } from '../../kernel/culture.ts'
import type { Minor, Ppm } from '../../kernel/money.ts'
import type { Texts } from '../../records/texts.ts'
import { readFlag, readPrice, readRate, unguarded } from '../cells.ts'
import type { Row } from '../csv-rows.ts'
import { refusal, type Refusal } from '../file-faults.ts'
import type { CellFault } from '../read-file.ts'
import type { RoundedPrice } from '../transfer.schema.ts'
import { priceWithoutTax } from './price-without-tax.ts'
import { OF_PARENT } from '../stock/whole-pieces.ts'
import {
  NEW_PRODUCT,
  readPieces,
  type FileDraft,
  type FilePieces,
  type ProductFormat,
  type Reading,
  type Tax,
} from './product-file.ts'

const MAX_OPTIONS = 10
const MAX_BARCODES = 20
/** Before what a column is of: a culture, or a price group. */
export const NAME = 'name:'
export const DESCRIPTION = 'description:'
export const VARIANT_NAME = 'variantName:'
export const PRICE = 'price:'

/** `barcode`, `barcode2` … */
export const barcodeColumn = (index: number): string => (index === 0 ? 'barcode' : `barcode${index + 1}`)
export const optionColumns = (index: number) =>
  ({ name: `option${index + 1}Name`, value: `option${index + 1}Value` }) as const

const barcodeColumns = Array.from({ length: MAX_BARCODES }, (_, index) => barcodeColumn(index))
const codes = new Set(['sku', 'variantsku', ...barcodeColumns])

const plain = new Set(
  [
    'sku',
    'state',
    'catalog',
    'tax',
    'giftCard',
    'image',
    'variantSku',
    'variantImage',
    // As plug-in shops have it: our own export has a file of its own for it.
    'stock',
    ...barcodeColumns,
    ...Array.from({ length: MAX_OPTIONS }, (_, index) => Object.values(optionColumns(index))).flat(),
  ].map((column) => column.toLowerCase()),
)
const prefixes = [NAME, DESCRIPTION, VARIANT_NAME, PRICE].map((prefix) => prefix.toLowerCase())
/** The same without saying of what: in the shop's own language, in the group that the import is told. */
const bare = (prefix: string): string => prefix.slice(0, -1).toLowerCase()

/**
 * Our own CSV, as the export writes it: a row for each variant, of which the first has what is the product's. What a file
 * has no column for stays as it is; an empty cell empties what it is for.
 */
export const ownFormat: ProductFormat = {
  key: 'sku',
  required: ['sku'],
  knows: (column) =>
    plain.has(column) || prefixes.some((prefix) => column === bare(prefix) || column.startsWith(prefix)),
  isCode: (column) => codes.has(column),
  check: (reading) => {
    const meant = new Map<string, string>()
    return [...reading.columns].flatMap(([column, spelled]) => {
      const why = faultOfColumn(reading, column, meant)
      return why === undefined ? [] : [{ column: spelled, ...why }]
    })
  },
  read: (reading, rows) => {
    const [first] = rows
    if (!first) throw new Error('A product has at least one row.')
    const sku = unguarded(first.cell('sku')).trim()
    return {
      sku,
      line: first.line,
      draft: (before) => new OwnProduct(reading, rows, first, before).draft(sku),
    }
  },
}

/** Where fields of a product stand that are not columns themselves. */
const COLUMNS: Readonly<Record<string, string>> = {
  names: NAME,
  descriptions: DESCRIPTION,
  imageUrl: 'image',
  catalogId: 'catalog',
}

/** @param meant what columns before it are of, with how each is spelled; is told of this one */
function faultOfColumn(reading: Reading, column: string, meant: Map<string, string>): Refusal | undefined {
  const prefix = prefixes.find((each) => column === bare(each) || column.startsWith(each))
  if (prefix === undefined) return undefined
  const subject = subjectOf(reading, prefix, column)
  const { cultures } = reading.shelf.store
  const spelled = reading.columns.get(column) ?? column
  // Under a name of the file's own it is what it was taken for.
  const rest = (spelled.toLowerCase().startsWith(prefix) ? spelled : column).slice(prefix.length)
  if (subject === undefined)
    return prefix === PRICE
      ? refusal('column.price-group', { group: rest })
      : refusal('column.culture', { culture: rest, cultures: cultures.join(', ') })
  const twin = meant.get(prefix + subject)
  meant.set(prefix + subject, spelled)
  return twin === undefined
    ? undefined
    : refusal('column.meant-twice', { column: twin, other: spelled, meant: prefix.slice(0, -1) })
}

/**
 * What a column is of, by what stands behind its prefix: a culture, or a price group; without it, the store's own culture,
 * or the group that the import is told.
 * @returns undefined where there is none
 */
function subjectOf(
  { priceGroupId, priceGroups, shelf: { store } }: Reading,
  prefix: string,
  column: string,
): string | undefined {
  const rest = column === bare(prefix) ? undefined : column.slice(prefix.length)
  if (prefix === PRICE) return rest === undefined ? priceGroupId : priceGroups.find(rest)
  const culture = rest === undefined ? store.defaultCulture : parseCulture(rest)
  return store.cultures.find((each) => each === culture)
}

/** The rows of one product. */
class OwnProduct {
  readonly #reading: Reading
  readonly #rows: readonly Row[]
  readonly #first: Row
  readonly #before: ProductRecord | undefined
  readonly #faults: CellFault[] = []
  readonly #rounded: RoundedPrice[] = []

  constructor(reading: Reading, rows: readonly Row[], first: Row, before: ProductRecord | undefined) {
    this.#reading = reading
    this.#rows = rows
    this.#first = first
    this.#before = before
  }

  draft(sku: string): FileDraft {
    const before = this.#before
    const { shelf, newTax } = this.#reading
    const made = { ...NEW_PRODUCT, ...newTax, names: {}, catalogId: firstCatalog(shelf) ?? '' }
    const known = before ?? made
    const tax = this.#tax(known)
    const draft: ProductDraft = {
      ...known,
      sku,
      names: this.#texts(this.#first, NAME, known.names),
      descriptions: this.#texts(this.#first, DESCRIPTION, known.descriptions),
      imageUrl: this.#image(this.#first, 'image', known),
      catalogId: this.#catalog() ?? known.catalogId,
      ...tax,
      state: this.#state() ?? known.state,
      isGiftCard: this.#isGiftCard() ?? known.isGiftCard,
      variants: this.#variants(tax.taxRate),
    }
    for (const row of this.#rows.slice(1)) this.#checkSame(row)
    const rowsOfSkus = new Map(this.#rows.toReversed().map((row) => [this.#sku(row), row]))
    return {
      draft,
      faults: this.#faults,
      rounded: this.#rounded,
      isTaxOpen: !before && this.#text(this.#first, 'tax').trim() === '',
      pieces: this.#rows.flatMap((row) => this.#pieces(row)),
      placeOf: (field) => this.#placeOf(draft, rowsOfSkus, field),
    }
  }

  #sku(row: Row): string | null {
    return this.#text(row, 'variantSku').trim() || null
  }

  #pieces(row: Row): readonly FilePieces[] {
    const cell = this.#text(row, 'stock').trim()
    const read = cell.toLowerCase() === OF_PARENT ? [] : readPieces(cell, this.#sku(row))
    if (!('code' in read)) return read
    this.#fault(row, 'stock', read)
    return []
  }

  #text(row: Row, column: string): string {
    return unguarded(row.cell(column.toLowerCase()))
  }

  #fault(row: Row, column: string, why: Refusal): void {
    this.#faults.push({ line: row.line, column: this.#spelled(column), ...why })
  }

  #spelled(column: string): string {
    const { columns } = this.#reading
    return (
      columns.get(column.toLowerCase()) ?? columns.get(column.split(':', 1)[0]?.toLowerCase() ?? '') ?? column
    )
  }

  #columns(prefix: string): string[] {
    return [...this.#reading.columns.keys()].filter(
      (column) => column === bare(prefix) || column.startsWith(prefix.toLowerCase()),
    )
  }

  #texts(row: Row, prefix: string, before: Texts): Texts {
    const texts: Record<string, string> = { ...before }
    for (const column of this.#columns(prefix)) {
      const culture = subjectOf(this.#reading, prefix, column)
      const text = this.#text(row, column)
      if (culture === undefined) continue
      if (text.trim() === '') Reflect.deleteProperty(texts, culture)
      else texts[culture] = text
    }
    return texts
  }

  #catalog(): string | undefined {
    const cell = this.#text(this.#first, 'catalog').trim()
    if (cell === '') return undefined
    const id = this.#reading.catalogs.find(cell)
    if (id === undefined) this.#fault(this.#first, 'catalog', refusal('cell.catalog', { cell }))
    return id
  }

  /** @param known what it is where the file does not say it; the same rate as a number takes no name away */
  #tax(known: Tax): Tax {
    const cell = this.#text(this.#first, 'tax').trim()
    if (cell === '') return { taxRate: known.taxRate, taxRateId: known.taxRateId }
    const { shelf, taxRates } = this.#reading
    const id = taxRates.find(cell)
    // Without a sign it is a name first.
    const rate = id === undefined || cell.includes('%') ? readRate(cell) : undefined
    if (rate !== undefined)
      return { taxRate: rate, taxRateId: rate === known.taxRate ? known.taxRateId : null }
    const named = shelf.taxRates.get(id ?? '')
    if (!named) this.#fault(this.#first, 'tax', refusal('cell.tax', { cell }))
    else if (named.state === 'retired' && named.id !== known.taxRateId)
      this.#fault(this.#first, 'tax', refusal('cell.tax-retired', { cell }))
    return { taxRate: named?.rate ?? known.taxRate, taxRateId: named?.id ?? known.taxRateId }
  }

  #state(): ProductState | undefined {
    const state = this.#text(this.#first, 'state').trim().toLowerCase()
    if (state === 'active' || state === 'draft' || state === 'retired') return state
    if (state !== '') this.#fault(this.#first, 'state', refusal('cell.product-state', { cell: state }))
    return undefined
  }

  #isGiftCard(): boolean | undefined {
    const cell = this.#text(this.#first, 'giftCard').trim()
    const flag = readFlag(cell)
    if (flag === undefined && cell !== '')
      this.#fault(this.#first, 'giftCard', refusal('cell.flag', { cell }))
    return flag ?? (this.#first.has('giftcard') ? false : undefined)
  }

  #variants(taxRate: Ppm): VariantDraft[] {
    const drafts: VariantDraft[] = (this.#before?.variants ?? []).filter(({ isRetired }) => !isRetired)
    const places = new Map(drafts.map(({ variantSku }, place) => [variantSku, place]))
    const lines = new Map<string, number>()
    for (const row of this.#rows) {
      const variantSku = this.#sku(row)
      const first = lines.get(variantSku ?? '')
      if (first !== undefined) {
        if (!row.has('variantsku'))
          this.#fault(row, 'sku', refusal('cell.twice', { cell: row.cell('sku').trim(), line: first }))
        else if (variantSku === null) this.#fault(row, 'variantSku', refusal('cell.variant-missing'))
        else this.#fault(row, 'variantSku', refusal('cell.twice', { cell: variantSku, line: first }))
      }
      lines.set(variantSku ?? '', row.line)
      const place = places.get(variantSku) ?? drafts.length
      places.set(variantSku, place)
      drafts[place] = this.#variant(row, variantSku, drafts[place], taxRate)
    }
    return drafts
  }

  #variant(
    row: Row,
    variantSku: string | null,
    before: VariantDraft | undefined,
    taxRate: Ppm,
  ): VariantDraft {
    const culture = this.#reading.shelf.store.defaultCulture
    const options = row.has('option1name') ? this.#options(row) : (before?.options ?? [])
    const named = before?.names ?? namesOfOptions(options, culture)
    const names = this.#columns(VARIANT_NAME).length > 0 ? (before?.names ?? {}) : named
    return {
      variantSku,
      options,
      names: this.#texts(row, VARIANT_NAME, names),
      imageUrl: this.#image(row, 'variantImage', before),
      barcodes: row.has('barcode') ? this.#barcodes(row) : (before?.barcodes ?? []),
      prices: this.#prices(row, before?.prices ?? {}, taxRate),
    }
  }

  #image(row: Row, column: string, before: Pick<VariantDraft, 'imageUrl'> | undefined): string | null {
    return row.has(column.toLowerCase()) ? this.#text(row, column).trim() || null : (before?.imageUrl ?? null)
  }

  #options(row: Row): ProductOption[] {
    return Array.from({ length: MAX_OPTIONS }, (_, index) => {
      const columns = optionColumns(index)
      return {
        index,
        name: this.#text(row, columns.name),
        value: this.#text(row, columns.value),
      }
    }).flatMap(({ index, name, value }) => {
      if (name.trim() === '' && value.trim() === '') return []
      const columns = optionColumns(index)
      if (value.trim() === '') this.#fault(row, columns.value, refusal('cell.option-value'))
      if (name.trim() === '') this.#fault(row, columns.name, refusal('cell.option-name'))
      return [{ name, value }]
    })
  }

  #barcodes(row: Row): string[] {
    return barcodeColumns.map((column) => this.#text(row, column).trim()).filter(Boolean)
  }

  #prices(row: Row, before: Readonly<Record<string, Minor>>, taxRate: Ppm): Record<string, Minor> {
    const { decimalSign, shelf } = this.#reading
    const prices: Record<string, Minor> = { ...before }
    for (const column of this.#columns(PRICE)) {
      const group = shelf.priceGroups.get(subjectOf(this.#reading, PRICE, column) ?? '')
      const cell = this.#text(row, column)
      if (!group) continue
      if (cell.trim() === '') {
        Reflect.deleteProperty(prices, group.id)
        continue
      }
      const price = readPrice(cell, group.currency, decimalSign)
      if ('value' in price)
        prices[group.id] =
          column === bare(PRICE)
            ? priceWithoutTax(this.#reading, row, price.value, taxRate, this.#rounded)
            : price.value
      else this.#fault(row, column, price.fault)
    }
    return prices
  }

  /** What is the product's stands in its first row; it may be repeated, and not be another. */
  #checkSame(row: Row): void {
    for (const column of this.#reading.columns.keys()) {
      const isOfProduct =
        ['state', 'catalog', 'tax', 'giftcard', 'image'].includes(column) ||
        [NAME, DESCRIPTION].some((prefix) => column === bare(prefix) || column.startsWith(prefix))
      // Nobody sees what is blank around it.
      const cell = row.cell(column).trim()
      if (isOfProduct && cell !== '' && cell !== this.#first.cell(column).trim())
        this.#fault(row, column, refusal('cell.another', { line: this.#first.line }))
    }
  }

  #placeOf(draft: ProductDraft, rowsOfSkus: ReadonlyMap<string | null, Row>, field: string) {
    const at = (row: Row, column: string) => ({ line: row.line, column: this.#spelled(column) })
    const [part = '', index = '', what = '', which = ''] = field.split('.')
    if (part !== 'variants') {
      const column = COLUMNS[part] ?? part
      const { defaultCulture } = this.#reading.shelf.store
      return at(this.#first, column.endsWith(':') ? column + (index || defaultCulture) : column)
    }
    const row = rowsOfSkus.get(draft.variants[Number(index)]?.variantSku ?? null) ?? this.#first
    if (what === 'barcodes') return at(row, barcodeColumn(Number(which)))
    if (what === 'names') return at(row, VARIANT_NAME + which)
    if (what === 'imageUrl') return at(row, 'variantImage')
    return at(row, 'variantSku')
  }
}
