import { variantNames } from '../../catalog/product.repository.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import type { FirstPlaces } from '../../database/scratch.ts'
import type { Author } from '../../history/record-events.ts'
import { findLevels, type StockLevelRow } from '../../stock/stock-level.repository.ts'
import { settingStock, type SetLevel } from '../../stock/stock-movement.repository.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import type { Columns } from '../csv-rows.ts'
import { refusal, type Refusal } from '../file-faults.ts'
import {
  NOTHING_BESIDE,
  readFile,
  type FileFaults,
  type FileFormat,
  type FileWork,
  type GivenFile,
  type StoredItem,
} from '../read-file.ts'
import type { ImportedStock, ImportReport } from '../transfer.schema.ts'
import { findGoods, type Goods, type GoodsByCode } from './goods.repository.ts'
import { stockFormatOf, type FileStock, type StockFormat } from './stock-file.ts'
import { MOST_PIECES } from '../../stock/stock.schema.ts'

type Named = Omit<ImportedStock, 'change'>
type Store = (levels: readonly SetLevel[]) => Promise<void>

/** Says what an import would do. Writes nothing, and reads the file to its end, whatever is wrong with its rows. */
export const previewStock = async (db: ReadDb, author: Author, given: GivenFile): Promise<ImportReport> =>
  run(db, author, given, async () => Promise.resolve())

/**
 * Imports a file of stock into a store, which is a count: each row says how many there are now. What it does not name stays,
 * and the same file twice changes nothing, unless something was sold in between. To be run in a transaction of its own, which
 * must not be kept where there are faults.
 */
export const importStock = async (db: WriteDb, author: Author, given: GivenFile): Promise<ImportReport> => {
  const store = await getStore(db, author.storeId)
  const set = settingStock(db, author)
  return run(db, author, given, async (levels) => set(levels, store))
}

async function run(db: ReadDb, author: Author, given: GivenFile, store: Store): Promise<ImportReport> {
  const { named, ...report } = await readFile(given, new StockWork(db, author, store))
  return {
    kind: 'stock',
    ...NOTHING_BESIDE,
    ...report,
    stock: [...named],
  }
}

/** What is made of a file of stock. */
class StockWork implements FileWork<FileStock, Named> {
  readonly #db: ReadDb
  readonly #author: Author
  readonly #store: Store
  #begun:
    | { readonly format: StockFormat; readonly places: FirstPlaces; readonly store: StoreRecord }
    | undefined

  constructor(db: ReadDb, author: Author, store: Store) {
    this.#db = db
    this.#author = author
    this.#store = store
  }

  async begin(
    columns: Columns,
    faults: FileFaults,
    places: FirstPlaces,
  ): Promise<FileFormat<FileStock> | undefined> {
    const format = stockFormatOf(columns)
    if (!format) {
      faults.add({ line: 1, column: null, ...refusal('file.no-stock') })
      return undefined
    }
    const store = await getStore(this.#db, this.#author.storeId)
    this.#begun = { format, places, store }
    const isReadable = format.required.some((column) => columns.has(column))
    if (!isReadable) faults.add({ line: 1, column: format.quantity, ...refusal('column.missing') })
    return {
      whose: format.whose,
      isReadable,
      keyColumn: columns.get('sku') ?? 'sku',
      knows: (column) => format.knows(column),
      isCode: (column) => format.isCode(column),
      keyOf: () => undefined,
      read: ([row]) => {
        if (!row) throw new Error('Goods have at least one row.')
        return format.read(columns, row)
      },
    }
  }

  async check(
    rows: readonly FileStock[],
    faults: FileFaults,
  ): Promise<() => Promise<readonly StoredItem<Named>[]>> {
    if (!this.#begun) throw new Error('The columns are told before the rows.')
    const { format, places, store } = this.#begun
    const { storeId } = this.#author
    for (const fault of rows.flatMap((row) => row.faults)) faults.add(fault)
    // Other shops have rows of more than what stock is kept of.
    const meant = rows.filter((row) => format.whose === 'own' || saysSomething(row))
    const codes = meant.map((row) => row.codes)
    const byCode = await findGoods(this.#db, storeId, codes)
    const found = meant.flatMap((row) => {
      const { codeColumn, line } = row
      const { goods, why } = goodsOf(row, byCode)
      const against = goods ? standsBefore(row, goods, places) : why
      if (against) faults.add({ line, column: codeColumn, ...against })
      return goods ? [{ goods, row }] : []
    })
    const ids = found.map(({ goods }) => goods.variantId)
    const levels = new Map((await findLevels(this.#db, ids)).map((level) => [level.id, level]))
    const changed = found.flatMap(({ goods, row }) => {
      const level = levels.get(goods.variantId)
      const why = faultOf(row, level)
      if (why) faults.add({ line: row.line, column: row.quantityColumn, ...why })
      const wanted = levelOf(goods, row, level)
      return wanted && isChanged(wanted) ? [{ goods, ...wanted }] : []
    })
    return async () => {
      await this.#store(changed)
      const nameOf = await namesOf(
        this.#db,
        store,
        changed.map(({ goods }) => goods),
      )
      const stored = changed.map(({ goods, level, quantity }) => {
        const { sku, variantId: id, variantSku } = goods
        const named = { id, sku, variantSku, name: nameOf(goods), quantity, before: level?.quantity ?? null }
        return { kind: level ? ('changed' as const) : ('added' as const), named }
      })
      const others = rows.length - changed.length
      return [...stored, ...Array.from({ length: others }, () => ({ kind: 'unchanged' as const }))]
    }
  }
}

/** Whether a row of another shop is of goods that stock is kept of. */
const saysSomething = ({ faults, quantity, reorderPoint }: FileStock): boolean =>
  quantity !== undefined || reorderPoint !== undefined || faults.length > 0

/** What a row names, or why that is nothing. */
function goodsOf(
  { codes: { barcode, sku, variantSku } }: FileStock,
  { ofBarcode, ofSku, ofVariantSku }: GoodsByCode,
): { readonly goods?: Goods | undefined; readonly why?: Refusal } {
  const ofProduct = ofSku.get(sku) ?? []
  if (sku !== '' && variantSku !== '') {
    const goods = ofProduct.find((each) => each.variantSku === variantSku)
    if (goods) return { goods }
    return ofProduct.length > 0
      ? { why: refusal('cell.variant', { cell: sku, variant: variantSku }) }
      : { why: refusal('cell.goods', { cell: sku }) }
  }
  const cell = sku || variantSku || barcode
  if (cell === '') return { why: refusal('cell.missing') }
  const alone = ofProduct.find((each) => each.variantSku === null)
  const goods = cell === barcode ? ofBarcode(barcode) : (alone ?? ofVariantSku.get(cell))
  if (goods) return { goods }
  return { why: refusal(ofProduct.length > 0 ? 'cell.family' : 'cell.goods', { cell }) }
}

/** Why the same goods may not stand there a second time; undefined where they do not. */
function standsBefore(
  { codes: { barcode, sku, variantSku }, line, location }: FileStock,
  { variantId }: Goods,
  places: FirstPlaces,
): Refusal | undefined {
  const first = places.before(`goods ${variantId}`, line)
  const isThere = places.before(`goods ${variantId} at ${location}`, line) !== undefined
  if (first === undefined) return undefined
  const cell = variantSku || sku || barcode
  return refusal(isThere ? 'cell.twice' : 'cell.locations', { cell, line: first })
}

/** What the shop has against the quantity of a row. */
function faultOf(
  { faults, quantity, reorderPoint }: FileStock,
  level: StockLevelRow | undefined,
): Refusal | undefined {
  if (quantity === undefined)
    return level || reorderPoint === undefined || reorderPoint === null || faults.length > 0
      ? undefined
      : refusal('cell.not-kept')
  // Of what was received often there may be more.
  return Math.abs(quantity) <= MOST_PIECES || quantity === level?.quantity
    ? undefined
    : refusal('cell.whole-number', { cell: String(quantity), least: -MOST_PIECES, most: MOST_PIECES })
}

/** What a row makes of the stock of its goods; nothing where none is kept and the row begins none. */
function levelOf(
  { variantId: id }: Goods,
  row: FileStock,
  level: StockLevelRow | undefined,
): SetLevel | undefined {
  const { quantity = level?.quantity, reorderPoint = level?.reorder_point ?? null } = row
  return quantity === undefined ? undefined : { id, level, quantity, reorderPoint }
}

const isChanged = ({ level, quantity, reorderPoint }: SetLevel): boolean =>
  level?.quantity !== quantity || level.reorder_point !== reorderPoint

/** The names of goods, in the store's own language. */
async function namesOf(
  db: ReadDb,
  store: StoreRecord,
  goods: readonly Goods[],
): Promise<(of: Goods) => string> {
  return goods.length === 0 ? () => '' : variantNames(db, store, goods, store.defaultCulture)
}
