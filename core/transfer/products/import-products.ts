import { checkProducts, newImagesOf, type WantedProduct } from '../../catalog/manage/check-products.ts'
import { imageAddress } from '../../catalog/images/image-address.ts'
import { findImages } from '../../catalog/images/image.repository.ts'
import { findProductRecords } from '../../catalog/manage/product-record.repository.ts'
import { unindexedProductRows } from '../../catalog/manage/product-rows.repository.ts'
import { productNoun } from '../../catalog/manage/product.noun.ts'
import {
  meantBy,
  type ProductDraft,
  type ProductRecord,
  type VariantDraft,
} from '../../catalog/manage/product-record.ts'
import { readShelf, type Shelf, type ShelfGroup } from '../../catalog/manage/shelf.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import type { FirstPlaces } from '../../database/scratch.ts'
import type { Author } from '../../history/record-events.ts'
import { badRequest, said } from '../../kernel/errors.ts'
import type { Ppm } from '../../kernel/money.ts'
import { getPriceGroup } from '../../price-groups/price-group.repository.ts'
import type { FieldFault } from '../../records/field-faults.ts'
import { previewRecords, saveRecords, type Saved } from '../../records/save-records.ts'
import { findLevels } from '../../stock/stock-level.repository.ts'
import { settingStock, type SetLevel } from '../../stock/stock-movement.repository.ts'
import { decimalSignOf } from '../cells.ts'
import type { Columns } from '../csv-rows.ts'
import { refusal } from '../file-faults.ts'
import { namesOf, readPriceGroupNames } from '../names.repository.ts'
import {
  NOTHING_BESIDE,
  placed,
  readFile,
  type FileFaults,
  type FileFormat,
  type FileWork,
  type GivenFile,
  type StoredItem,
} from '../read-file.ts'
import type { ImportReport, RoundedPrice } from '../transfer.schema.ts'
import { hostedFormat, hostedSpellings } from './hosted-format.ts'
import { ownFormat } from './own-format.ts'
import { priceFormat } from './price-format.ts'
import type { FileDraft, FilePieces, FileProduct, ProductFormat, Reading, Tax } from './product-file.ts'
import { SeenCodes } from './seen-codes.ts'

/** Products that are in memory until the file has been read; more are told that they want what others have. */
const MAX_WANTING = 1000

/** Of prices that were rounded a report tells so many. */
const MAX_ROUNDED = 50

export interface ProductImport extends GivenFile {
  /** Prices alone, of products that are there. */
  readonly kind: 'products' | 'prices'
  /** The group of the prices of a file that names none: its name or id; the usual one of the store where it is left out. */
  readonly priceGroup?: string | undefined
  /** Of new products, in a file that says none; where it is not given, that which new products of the store have. */
  readonly taxRate?: Ppm | undefined
  /** Whether the prices of a file that names no group include that tax. */
  readonly includesTax?: boolean | undefined
}

/** Says what an import would do. Writes nothing, and reads the file to its end, whatever is wrong with its rows. */
export const previewProducts = async (
  db: ReadDb,
  author: Author,
  given: ProductImport,
): Promise<ImportReport> =>
  run(db, author, given, {
    save: async (_shelf, wanted) => previewRecords(db, productNoun, wanted),
    openStock: async () => Promise.resolve(),
  })

/**
 * Imports a file into a store; the same file twice changes nothing, and what it does not name stays. To be run in a
 * transaction of its own, which must not be kept where there are faults. What is new is found by its words when
 * `indexRecords` has been there.
 */
export const importProducts = async (
  db: WriteDb,
  author: Author,
  given: ProductImport,
): Promise<ImportReport> => {
  const noun = { ...productNoun, rows: unindexedProductRows }
  const set = settingStock(db, author)
  return run(db, author, given, {
    save: async (shelf, wanted) => saveRecords(db, author, noun, shelf, wanted, 'imported'),
    openStock: async ({ store }, levels) => set(levels, store),
  })
}

/** How products of a file are stored. */
interface Store {
  readonly save: (
    shelf: Reading['shelf'],
    wanted: readonly WantedProduct[],
  ) => Promise<readonly Saved<ProductRecord>[]>
  /** Begins to keep stock of what none is kept of. */
  readonly openStock: (shelf: Reading['shelf'], levels: readonly SetLevel[]) => Promise<void>
}

async function run(db: ReadDb, author: Author, given: ProductImport, store: Store): Promise<ImportReport> {
  const work = new ProductWork(db, author, given, store)
  const { named, ...report } = await readFile(given, work)
  const isRefused = report.faults.length > 0
  return {
    kind: given.kind,
    ...NOTHING_BESIDE,
    ...report,
    products: [...named],
    priceGroupId: work.priceGroupId,
    rounded: isRefused ? 0 : work.rounded,
    roundedPrices: isRefused ? [] : work.roundedPrices,
    taxesOpen: work.taxesOpen,
    stockOpened: isRefused ? 0 : work.stockOpened,
  }
}

interface Named {
  readonly sku: string
  readonly name: string
}

/** What is made of a file of products, or of their prices. */
class ProductWork implements FileWork<FileProduct, Named> {
  readonly #db: ReadDb
  readonly #author: Author
  readonly #given: ProductImport
  readonly #store: Store
  readonly spellings = hostedSpellings
  #begun: { readonly reading: Reading; readonly seen: SeenCodes } | undefined
  /** Those that want a barcode of another product, which may stand behind them in the file and give it away. */
  readonly #wanting: FileProduct[] = []
  #isReadToEnd = false
  /** Prices with tax that no price without tax comes to. */
  rounded = 0
  /** The first of them. */
  readonly roundedPrices: RoundedPrice[] = []
  /** New products of which the file does not say how they are taxed. */
  taxesOpen = 0
  /** Goods that stock is kept of from now on. */
  stockOpened = 0

  constructor(db: ReadDb, author: Author, given: ProductImport, store: Store) {
    this.#db = db
    this.#author = author
    this.#given = given
    this.#store = store
  }

  async begin(
    columns: Columns,
    faults: FileFaults,
    places: FirstPlaces,
  ): Promise<FileFormat<FileProduct> | undefined> {
    const format = formatOf(columns, this.#given.kind)
    if (!format) {
      faults.add({ line: 1, column: null, ...refusal('file.no-products') })
      return undefined
    }
    const reading = await this.#readingOf(columns)
    this.#begun = { reading, seen: new SeenCodes(places) }
    const missing = format.required.filter((column) => !columns.has(column))
    for (const column of missing) faults.add({ line: 1, column, ...refusal('column.missing') })
    for (const fault of format.check(reading)) faults.add({ line: 1, ...fault })
    return {
      whose: format === hostedFormat ? 'hosted' : 'own',
      isReadable: missing.length === 0,
      keyColumn: columns.get(format.key) ?? format.key,
      isOneRow: format !== hostedFormat && !columns.has('variantsku'),
      knows: (column) => format.knows(column),
      isCode: (column) => format.isCode(column),
      keyOf: (row) => row.cell(format.key).trim(),
      read: (rows) => format.read(reading, rows),
    }
  }

  async #readingOf(columns: Columns): Promise<Reading> {
    const { file, includesTax = false, priceGroup, taxRate } = this.#given
    const shelf = await readShelf(this.#db, this.#author.storeId)
    const priceGroups = await readPriceGroupNames(this.#db, shelf.store)
    const priceGroupId = priceGroup === undefined ? usualGroup(shelf) : priceGroups.find(priceGroup)
    if (priceGroupId === undefined) {
      throw priceGroup === undefined
        ? badRequest('import.no-price-group', 'is missing: the store has none', 'priceGroup')
        : badRequest(
            'import.price-group',
            said`names no price group, or more than one: ${{ priceGroup }}`,
            'priceGroup',
          )
    }
    return {
      shelf,
      columns,
      // Programs separate by commas where numbers have points; elsewhere a spreadsheet has written the file.
      decimalSign: file.separator === ',' ? '.' : decimalSignOf(shelf.store.defaultCulture),
      priceGroups,
      catalogs: namesOf(shelf.store, shelf.catalogs.values()),
      taxRates: namesOf(shelf.store, shelf.taxRates.values()),
      priceGroupId,
      groupTaxRate: (await getPriceGroup(this.#db, this.#author.storeId, priceGroupId)).taxRate,
      newTax: taxRate === undefined ? taxOfNew(shelf) : { taxRate, taxRateId: null },
      includesTax,
    }
  }

  putAside(): readonly FileProduct[] {
    this.#isReadToEnd = true
    // What each waits for stands behind it, however many there are.
    return this.#wanting.toReversed()
  }

  get #mayWait(): boolean {
    return !this.#isReadToEnd && this.#wanting.length < MAX_WANTING
  }

  /** The group of the prices of a file that names none. */
  get priceGroupId(): string | null {
    return this.#begun?.reading.priceGroupId ?? null
  }

  async check(
    products: readonly FileProduct[],
    faults: FileFaults,
  ): Promise<() => Promise<readonly StoredItem<Named>[]>> {
    if (!this.#begun) throw new Error('The columns are told before the rows.')
    const { reading, seen } = this.#begun
    const { columns, shelf } = reading
    const skus = products.map(({ sku }) => sku)
    const records = await findProductRecords(this.#db, this.#author.storeId, 'sku', skus)
    const bySku = new Map(records.map((record) => [record.sku, record]))
    const made = products.map((product) => {
      const before = bySku.get(product.sku)
      return { before, product, made: product.draft(before) }
    })
    const drafts = await withPictures(this.#db, this.#author.storeId, made)
    const all = drafts.map(({ before, made }): WantedProduct => ({ before, draft: made.draft }))
    const refused = await checkProducts(this.#db, shelf, all)
    const wanted: WantedProduct[] = []
    const pieces: (readonly FilePieces[])[] = []
    // Of those that are stored together all codes are free before any is given.
    if (this.#isReadToEnd) for (const { before, made } of drafts) seen.free(made, before)
    for (const [index, { before, made, product }] of drafts.entries()) {
      const { draft } = made
      const against = (refused[index] ?? []).filter(
        (fault) => !seen.isFree(wantedBarcode(draft, fault) ?? ''),
      )
      if (this.#mayWait && against.some((fault) => wantedBarcode(draft, fault) !== undefined)) {
        this.#wanting.push(product)
        continue
      }
      wanted.push({ before, draft })
      pieces.push(made.pieces)
      if (!before && this.#given.kind === 'prices') {
        const column = columns.get('sku') ?? null
        faults.add({ line: product.line, column, ...refusal('cell.product', { cell: product.sku }) })
        continue
      }
      const found = [...made.faults, ...seen.add(made), ...placed(made.placeOf, against)]
      for (const fault of found) faults.add(fault)
      this.rounded += made.rounded.length
      this.taxesOpen += Number(made.isTaxOpen)
      this.roundedPrices.push(...made.rounded.slice(0, MAX_ROUNDED - this.roundedPrices.length))
      seen.free(made, before)
    }
    const { defaultCulture } = shelf.store
    return async () => {
      const saved = await this.#store.save(shelf, wanted)
      const opened = await this.#stockToOpen(saved, pieces)
      await this.#store.openStock(shelf, opened.flat())
      this.stockOpened += opened.flat().length
      return saved.map(({ kind, record: { names, sku } }, index) => ({
        // Whose stock begins is not as it was.
        kind: kind === 'unchanged' && opened[index]?.length ? 'changed' : kind,
        named: { sku, name: names[defaultCulture] ?? Object.values(names)[0] ?? sku },
      }))
    }
  }

  /** What stock is to be kept of from now on, of each product; an old file undoes nothing that was counted or sold since. */
  async #stockToOpen(
    saved: readonly Saved<ProductRecord>[],
    pieces: readonly (readonly FilePieces[])[],
  ): Promise<readonly (readonly SetLevel[])[]> {
    const wanted = saved.map(({ record }, index) => {
      const ids = new Map(
        record.variants.filter(({ isRetired }) => !isRetired).map(({ id, variantSku }) => [variantSku, id]),
      )
      return (pieces[index] ?? []).flatMap(({ quantity, variantSku }): SetLevel[] => {
        const id = ids.get(variantSku)
        return id === undefined ? [] : [{ id, level: undefined, quantity, reorderPoint: null }]
      })
    })
    const levels = await findLevels(
      this.#db,
      wanted.flat().map(({ id }) => id),
    )
    const kept = new Set(levels.map(({ id }) => id))
    return wanted.map((each) => each.filter(({ id }) => !kept.has(id)))
  }
}

interface Drafted {
  readonly before: ProductRecord | undefined
  readonly product: FileProduct
  readonly made: FileDraft
}

type Pictured = Pick<VariantDraft, 'imageUrl'>

/**
 * A file names pictures of a shop's own data and does not hold them: where it is that of another shop, or of another day, each
 * product, and each variant, has the picture that it has.
 */
async function withPictures(
  db: ReadDb,
  storeId: string,
  drafts: readonly Drafted[],
): Promise<readonly Drafted[]> {
  const named = drafts.map(({ before, made: { draft } }) => newImagesOf({ before, draft }))
  const there = await findImages(db, storeId, named.flat())
  return drafts.map((each, index) => {
    const missing = new Set(named[index]?.filter((id) => !there.has(id)).map(imageAddress))
    if (missing.size === 0) return each
    const { before, made } = each
    const had = meantBy({ variants: before?.variants ?? [] }, made.draft)
    const pictured = <T extends Pictured>(wanted: T, known: Pictured | undefined): T =>
      wanted.imageUrl !== null && missing.has(wanted.imageUrl)
        ? { ...wanted, imageUrl: known?.imageUrl ?? null }
        : wanted
    const draft = {
      ...pictured(made.draft, before),
      variants: made.draft.variants.map((variant, place) => pictured(variant, had[place])),
    }
    return { ...each, made: { ...made, draft } }
  })
}

/** The barcode that a fault is about, where another product has it. */
function wantedBarcode({ variants }: ProductDraft, { code, field }: FieldFault): string | undefined {
  if (code !== 'product.barcode-taken') return undefined
  const [, variant, , place] = field.split('.')
  return variants[Number(variant)]?.barcodes[Number(place)]
}

function formatOf(columns: Columns, kind: ProductImport['kind']): ProductFormat | undefined {
  if (kind === 'prices') return priceFormat
  if (columns.has('handle')) return hostedFormat
  return columns.has('sku') ? ownFormat : undefined
}

/** The group whose prices a file has that names none: offered, deriving from no other, in the store's first currency. */
function usualGroup({ priceGroups, store }: Shelf): string | undefined {
  const currencies = store.currencies.map(({ isoCode }) => isoCode)
  const rankOf = ({ chain, currency, isRetired }: ShelfGroup): readonly number[] => {
    const place = currencies.indexOf(currency)
    return [isRetired ? 1 : 0, chain.length > 1 ? 1 : 0, place < 0 ? currencies.length : place]
  }
  const [first] = [...priceGroups.values()].toSorted((a, b) => {
    const [ofA, ofB] = [rankOf(a), rankOf(b)]
    return ofA.map((rank, index) => rank - (ofB[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  })
  return first?.id
}

/** The store's own rate for new products; without one they are not taxed. */
function taxOfNew({ taxRates }: Shelf): Tax {
  const usual = [...taxRates.values()].find(({ isDefault }) => isDefault)
  return { taxRate: usual?.rate ?? 0, taxRateId: usual?.id ?? null }
}
