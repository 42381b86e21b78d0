import { FirstPlaces } from '../database/scratch.ts'
import { chunksOf } from '../kernel/chunks.ts'
import { withoutInvisible } from '../kernel/invisible.ts'
import type { FieldFault } from '../records/field-faults.ts'
import type { Saved } from '../records/save-records.ts'
import { isShortened } from './cells.ts'
import { readRows, type ColumnMapping, type Columns, type MappingOf, type Row } from './csv-rows.ts'
import { refusal } from './file-faults.ts'
import { UnreadableFile, type TextFile } from './text-file.ts'
import type { FileFault, ImportReport } from './transfer.schema.ts'

/** Things of a file that are looked at, and stored, together; fewer where they are long. */
const BATCH = { things: 100, characters: 4 * 1024 * 1024 }
/** What is read of one thing, which is in memory as a whole: more than any product or customer has. */
const MOST = { rows: 10_000, characters: 8 * 1024 * 1024 }
/** Of those that are added or changed a report names so many. */
const MAX_NAMED = 50
/** Characters of a cell that is shown as an example. */
const EXAMPLE = 80
/** More faults than anybody mends before trying again. */
const MAX_FAULTS = 1000

/** A fault of a cell. */
export type CellFault = FileFault & { readonly column: string }

/** Where a field of a draft comes from: `names`, `variants.0.barcodes`, `addresses.1.countryId`. */
export type PlaceOf = (field: string) => Pick<CellFault, 'line' | 'column'>

/** What the shop has against a draft, at the cells that it comes from. */
export const placed = (placeOf: PlaceOf, faults: readonly FieldFault[]): CellFault[] =>
  faults.map(({ field, ...fault }) => ({ ...placeOf(field), ...fault }))

/** A file, and what is known of it that it does not say itself. */
export interface GivenFile {
  readonly file: TextFile
  /** Of columns that are called otherwise than what they hold. */
  readonly columns?: ColumnMapping | undefined
  /** Is told how many rows have been read, from time to time. */
  readonly onProgress?: ((rows: number) => void) | undefined
}

/** What is wrong with a file so far. */
export class FileFaults {
  readonly #all: FileFault[] = []

  add(fault: FileFault): void {
    if (this.#all.length === MAX_FAULTS) return
    // Of several faults of a cell the first, plainest speaks.
    const isKnown = this.#all.some(({ column, line }) => line === fault.line && column === fault.column)
    if (!isKnown) this.#all.push(fault)
  }

  get isAny(): boolean {
    return this.#all.length > 0
  }

  isIn(line: number): boolean {
    return this.#all.some((fault) => fault.line === line)
  }

  inOrder(): FileFault[] {
    return this.#all.toSorted((a, b) => a.line - b.line)
  }
}

/** How the rows of a file are read, once its columns are known. */
export interface FileFormat<Item> {
  readonly whose: 'own' | 'hosted'
  /** Whether something is taken from a column. @param column in lower case */
  knows(column: string): boolean
  /**
   * Whether a column holds codes, of which nothing is left once a spreadsheet has shortened them, and in which nothing counts
   * that nobody sees.
   * @param column in lower case
   */
  isCode(column: string): boolean
  /** False where columns are missing without which rows say nothing. */
  readonly isReadable: boolean
  /** What holds rows together that make one thing; undefined where a row stands alone, empty where it ought to be there. */
  keyOf(row: Row): string | undefined
  /** As the file calls the column of the key. */
  readonly keyColumn: string
  /** Whether one row says all of a thing: another is no part of it, wherever it stands. */
  readonly isOneRow?: boolean
  /** @param rows at least one */
  read(rows: readonly Row[]): Item
}

/** What was stored, or would be. Nobody is told the names of what is as it was. */
export type StoredItem<Named> =
  | { readonly kind: Exclude<Saved<never>['kind'], 'unchanged'>; readonly named: Named }
  | { readonly kind: 'unchanged'; readonly named?: Named }

/** What is made of a file. */
export interface FileWork<Item, Named> {
  /** What columns of a known file are called in other years; whoever imports has the last word. */
  readonly spellings?: MappingOf
  /**
   * @param places of the file, for whatever may stand in it once only: texts that begin with what they are, `sku 1-234`
   * @returns undefined where the columns, which are told as they are then, are none that say anything
   */
  begin(columns: Columns, faults: FileFaults, places: FirstPlaces): Promise<FileFormat<Item> | undefined>
  /**
   * Says what is wrong with some of them, all of one batch.
   * @returns what stores them, which is called only where nothing is wrong with the file so far
   */
  check(items: readonly Item[], faults: FileFaults): Promise<() => Promise<readonly StoredItem<Named>[]>>
  /** @returns those that it has put aside, as what stands behind them decides about them; asked once all were looked at */
  putAside?(): readonly Item[]
}

/** What imports of single kinds report beside what all do: an import of another kind has nothing of it. */
export const NOTHING_BESIDE = {
  products: [],
  customers: [],
  stock: [],
  priceGroupId: null,
  rounded: 0,
  roundedPrices: [],
  taxesOpen: 0,
  stockOpened: 0,
} satisfies Partial<ImportReport>

/** A report, whatever the file holds; `named` are the first that are added or changed. */
export type FileReport<Named> = Omit<ImportReport, 'kind' | keyof typeof NOTHING_BESIDE> & {
  readonly named: readonly (Named & { readonly change: 'added' | 'changed' })[]
}

/** Reads a file to its end, whatever is wrong with its rows, and does with it what the work says. */
export async function readFile<Item, Named extends object>(
  given: GivenFile,
  work: FileWork<Item, Named>,
): Promise<FileReport<Named>> {
  const reading = new Reading(given, work)
  try {
    await reading.all()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    reading.faults.add({ line: error.line, column: null, ...error.refusal })
  } finally {
    reading.close()
  }
  return reading.report()
}

/** One reading of one file. */
class Reading<Item, Named extends object> {
  readonly faults = new FileFaults()
  readonly #given: GivenFile
  readonly #work: FileWork<Item, Named>
  readonly #counts = { added: 0, changed: 0, unchanged: 0 }
  readonly #named: FileReport<Named>['named'][number][] = []
  /** Lines in which things began, by what holds their rows together; and whatever else the work wants to find again. */
  readonly #places = new FirstPlaces()
  /** Things that are stored together, soon. */
  readonly #waiting: Item[] = []
  #waitingCharacters = 0
  #format: FileFormat<Item> | undefined
  #columns: Columns = new Map()
  #codes: readonly string[] = []
  /** The row that shows what a column is like. */
  #example: Row | undefined
  #rows = 0

  constructor(given: GivenFile, work: FileWork<Item, Named>) {
    this.#given = given
    this.#work = work
  }

  close(): void {
    this.#places.close()
  }

  report(): FileReport<Named> {
    const isRefused = this.faults.isAny
    const format = this.#format
    const columns = [...this.#columns].map(([takenFor, name]) => ({
      name,
      takenFor: format?.knows(takenFor) === true ? takenFor : null,
      example: (this.#example?.cell(takenFor) ?? '').trim().slice(0, EXAMPLE).toWellFormed(),
    }))
    return {
      rows: this.#rows,
      ...(isRefused ? { added: 0, changed: 0, unchanged: 0 } : this.#counts),
      faults: this.faults.inOrder(),
      ignoredColumns: format
        ? columns.filter(({ takenFor }) => takenFor === null).map(({ name }) => name)
        : [],
      format: format?.whose ?? null,
      columns,
      named: isRefused ? [] : this.#named,
    }
  }

  async all(): Promise<void> {
    let together: Row[] = []
    let characters = 0
    let isFull = false
    let key: string | undefined
    const { columns, file } = this.#given
    const mappingOf: MappingOf = (called) =>
      new Map([...(this.#work.spellings?.(called) ?? []), ...(columns ?? [])])
    for await (const read of readRows(file, async (found, again) => this.#begin(found, again), mappingOf)) {
      const row = withPlainCodes(read, this.#codes)
      const format = this.#format
      this.#example ??= row
      if (!format) break
      if (!format.isReadable) continue
      this.#rows++
      this.#requireWhole(row)
      const found = format.keyOf(row)
      if (found === '') {
        this.faults.add({ line: row.line, column: format.keyColumn, ...refusal('cell.missing') })
        continue
      }
      if (found === undefined || found !== key) {
        await this.#end(format, together, characters)
        together = []
        characters = 0
        isFull = false
        if (found !== undefined) this.#requireTogether(row, format, found)
      }
      key = found
      if (isFull) continue
      characters += row.characters
      isFull = together.length === MOST.rows || characters > MOST.characters
      if (isFull)
        this.faults.add({
          line: row.line,
          column: format.keyColumn,
          ...refusal('cell.many-rows', { cell: found ?? '', ...MOST }),
        })
      else together.push(row)
    }
    if (this.#format?.isReadable !== true) return
    await this.#end(this.#format, together, characters)
    await this.#save()
    for (const some of chunksOf(this.#work.putAside?.() ?? [], BATCH.things)) {
      this.#waiting.push(...some)
      await this.#save()
    }
    if (this.#rows === 0) throw new UnreadableFile(refusal('file.no-rows'))
  }

  /** @param again those of a name that stands before them, too: of what is taken from one it is not known from which */
  async #begin(columns: Columns, again: Columns): Promise<void> {
    this.#columns = columns
    this.#format = await this.#work.begin(columns, this.faults, this.#places)
    const format = this.#format
    this.#codes = [...columns.keys()].filter((column) => format?.knows(column) && format.isCode(column))
    this.#requireMapped(this.#given.columns ?? new Map())
    for (const [takenFor, column] of again)
      if (format?.knows(takenFor) === true)
        this.faults.add({ line: 1, column: null, ...refusal('column.twice', { column }) })
  }

  /** What is said of columns is said of columns that are there, and is something that can be taken from one. */
  #requireMapped(mapping: ColumnMapping): void {
    const called = new Set([...this.#columns.values()].map((name) => name.toLowerCase()))
    for (const [column, meant] of mapping) {
      if (!called.has(column)) this.faults.add({ line: 1, column, ...refusal('column.missing') })
      else if (meant !== '' && this.#format?.knows(meant.toLowerCase()) === false)
        this.faults.add({ line: 1, column, ...refusal('column.unknown', { meant }) })
    }
  }

  #requireWhole(row: Row): void {
    for (const column of this.#codes) {
      const cell = row.cell(column).trim()
      if (isShortened(cell))
        this.faults.add({
          line: row.line,
          column: this.#columns.get(column) ?? column,
          ...refusal('cell.shortened', { cell }),
        })
    }
  }

  #requireTogether(row: Row, { isOneRow, keyColumn }: FileFormat<Item>, key: string): void {
    const first = this.#places.before(`together ${key}`, row.line)
    if (first !== undefined) {
      const why = refusal(isOneRow === true ? 'cell.twice' : 'cell.apart', { cell: key, line: first })
      this.faults.add({ line: row.line, column: keyColumn, ...why })
    }
  }

  /** @param rows all of a thing; none before the first */
  async #end(format: FileFormat<Item>, rows: readonly Row[], characters: number): Promise<void> {
    if (rows.length === 0) return
    this.#waiting.push(format.read(rows))
    this.#waitingCharacters += characters
    if (this.#waiting.length < BATCH.things && this.#waitingCharacters < BATCH.characters) return
    await this.#save()
    this.#given.onProgress?.(this.#rows)
  }

  async #save(): Promise<void> {
    const items = this.#waiting.splice(0)
    this.#waitingCharacters = 0
    if (items.length === 0) return
    const store = await this.#work.check(items, this.faults)
    if (this.faults.isAny) return
    for (const { kind, named } of await store()) {
      this.#counts[kind]++
      if (kind !== 'unchanged' && this.#named.length < MAX_NAMED) this.#named.push({ ...named, change: kind })
    }
  }
}

const withPlainCodes = (row: Row, codes: readonly string[]): Row => ({
  ...row,
  cell: (column) => (codes.includes(column) ? withoutInvisible(row.cell(column)) : row.cell(column)),
})
