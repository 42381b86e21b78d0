import { readCountryCodes } from '../../countries/country-codes.repository.ts'
import { checkCustomers } from '../../customers/manage/check-customers.ts'
import { customerNoun } from '../../customers/manage/customer.noun.ts'
import { findCustomerRecords } from '../../customers/manage/customer-record.repository.ts'
import type { CustomerDraft, CustomerRecord } from '../../customers/manage/customer-record.ts'
import { readPeople, type People } from '../../customers/manage/people.ts'
import { findCustomersByEmail, keptIds } from '../../customers/customer.repository.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import type { Author } from '../../history/record-events.ts'
import type { Wanted } from '../../records/noun.ts'
import { previewRecords, saveRecords, type Saved } from '../../records/save-records.ts'
import { readRows, type ColumnMapping, type Columns, type Row } from '../csv-rows.ts'
import { readCircleNames } from '../names.repository.ts'
import type { CellFault } from '../products/product-file.ts'
import { MAX_FAULTS } from '../products/import-products.ts'
import { UnreadableFile, type TextFile } from '../text-file.ts'
import type { ImportReport } from '../transfer.schema.ts'
import type { CustomerFormat, CustomerReading, FileCustomer } from './customer-file.ts'
import { hostedCustomers } from './hosted-customers.ts'
import { ownCustomers } from './own-customers.ts'

/** Customers that are looked at, and stored, together. */
const BATCH = 100

export interface CustomerImport {
  readonly file: TextFile
  /** Is told how many rows have been read, from time to time. */
  readonly onProgress?: ((rows: number) => void) | undefined
  /** Of columns that are called otherwise than what they hold. */
  readonly columns?: ColumnMapping | undefined
}

type WantedCustomer = Wanted<CustomerDraft, CustomerRecord>
type Store = (people: People, wanted: readonly WantedCustomer[]) => Promise<readonly Saved<CustomerRecord>[]>

/** Says what an import would do. Writes nothing, and reads the file to its end, whatever is wrong with its rows. */
export const previewCustomers = async (
  db: ReadDb,
  author: Author,
  given: CustomerImport,
): Promise<ImportReport> =>
  run(db, author, given, async (_, wanted) => previewRecords(db, customerNoun, wanted))

/**
 * Imports a file of customers into a store; the same file twice changes nothing, and what it does not name stays. To be run
 * in a transaction of its own, which must not be kept where there are faults.
 */
export const importCustomers = async (
  db: WriteDb,
  author: Author,
  given: CustomerImport,
): Promise<ImportReport> =>
  run(db, author, given, async (people, wanted) =>
    saveRecords(db, author, customerNoun, people, wanted, 'imported'),
  )

async function run(db: ReadDb, author: Author, given: CustomerImport, store: Store): Promise<ImportReport> {
  const work = new Run(db, author, given, store)
  try {
    await work.all()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    work.fault({ line: error.line, column: null, text: error.message })
  }
  return work.report()
}

/** Characters of a cell that is shown as an example. */
const EXAMPLE = 80

/** One reading of one file. */
class Run {
  readonly #db: ReadDb
  readonly #author: Author
  readonly #given: CustomerImport
  readonly #store: Store
  readonly #counts = { added: 0, changed: 0, unchanged: 0 }
  readonly #faults: ImportReport['faults'] = []
  /** Lines in which customers began, by what their rows have in common, and by whom they are. */
  readonly #lines = new Map<string, number>()
  /** Customers that are saved together, soon. */
  readonly #waiting: FileCustomer[] = []
  #begun: { readonly format: CustomerFormat; readonly reading: CustomerReading } | undefined
  #columns: Columns = new Map()
  /** The row that shows what a column is like. */
  #example: Row | undefined
  #rows = 0

  constructor(db: ReadDb, author: Author, given: CustomerImport, store: Store) {
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
    const faults = this.#faults.toSorted((a, b) => a.line - b.line)
    const columns = [...this.#columns].map(([takenFor, name]) => ({
      name,
      takenFor: this.#begun?.format.knows(takenFor) === true ? takenFor : null,
      example: (this.#example?.cell(takenFor) ?? '').trim().slice(0, EXAMPLE).toWellFormed(),
    }))
    const ignoredColumns = this.#begun
      ? columns.flatMap(({ name, takenFor }) => (takenFor === null ? [name] : []))
      : []
    const file = { format: this.#format(), columns, ignoredColumns, products: [] }
    return { kind: 'customers', rows: this.#rows, ...counts, faults, ...file }
  }

  #format(): ImportReport['format'] {
    if (!this.#begun) return null
    return this.#begun.format === hostedCustomers ? 'hosted' : 'own'
  }

  async all(): Promise<void> {
    let together: Row[] = []
    let key: string | undefined
    const { columns, file } = this.#given
    for await (const row of readRows(file, async (found) => this.#begin(found), columns)) {
      const format = this.#begun?.format
      if (!format) continue
      this.#example ??= row
      this.#rows++
      const found = format.keyOf(row)
      if (found === undefined || found !== key) {
        await this.#end(together)
        together = []
        if (found !== undefined) this.#requireFirst(row, found)
      }
      key = found
      together.push(row)
    }
    await this.#end(together)
    await this.#save()
    if (this.#rows === 0)
      throw new UnreadableFile('There is nothing in the file but the names of its columns.')
  }

  async #begin(columns: Columns): Promise<void> {
    this.#columns = columns
    const format = formatOf(columns)
    const people = await readPeople(this.#db, this.#author.storeId)
    const names = await readCircleNames(this.#db, people.store)
    this.#begun = {
      format,
      reading: { people, columns, countries: await readCountryCodes(this.#db), ...names },
    }
  }

  #requireFirst(row: Row, key: string): void {
    const first = this.#lines.get(key)
    if (first === undefined) this.#lines.set(key, row.line)
    else
      this.fault({
        line: row.line,
        column: 'id',
        text: `began in line ${first} already: its rows must stand together`,
      })
  }

  /** @param rows all of a customer; none before the first */
  async #end(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0 || !this.#begun) return
    this.#waiting.push(this.#begun.format.read(this.#begun.reading, rows))
    if (this.#waiting.length < BATCH) return
    await this.#save()
    this.#given.onProgress?.(this.#rows)
  }

  async #save(): Promise<void> {
    const customers = this.#waiting.splice(0)
    if (!this.#begun || customers.length === 0) return
    const { people } = this.#begun.reading
    const known = await this.#knownAs(customers)
    const made = customers.map((customer) => {
      const before = known.get(customer)
      this.#requireOnce(customer, before)
      return { customer, before, ...customer.draft(before) }
    })
    const wanted = made.map(({ before, draft }): WantedCustomer => ({ before, draft }))
    const refused = await checkCustomers(this.#db, people, wanted)
    for (const [index, { customer, faults, placeOf }] of made.entries()) {
      const told = (refused[index] ?? []).map(({ field = '', text }): CellFault => ({
        ...placeOf(field),
        text,
      }))
      for (const fault of [...customer.faults, ...faults, ...told]) this.fault(fault)
    }
    if (this.#faults.length > 0) return
    for (const { kind } of await this.#store(people, wanted)) this.#counts[kind]++
  }

  /** The customers of the shop that some of the file are: those of their ids, else those of their e-mails. */
  async #knownAs(customers: readonly FileCustomer[]): Promise<ReadonlyMap<FileCustomer, CustomerRecord>> {
    const { storeId } = this.#author
    const ids = customers.flatMap(({ id }) => id ?? [])
    const kept = await keptIds(this.#db, storeId, ids)
    const emails = customers.flatMap(({ email }) => email ?? [])
    const byEmail = await findCustomersByEmail(this.#db, storeId, emails)
    const idOf = ({ email, id }: FileCustomer): string | undefined =>
      (id === undefined ? undefined : kept.get(id)) ?? (email === undefined ? undefined : byEmail.get(email))
    const found = [...new Set(customers.flatMap((customer) => idOf(customer) ?? []))]
    const records = new Map(
      (await findCustomerRecords(this.#db, storeId, found)).map((record) => [record.id, record]),
    )
    return new Map(
      customers.flatMap((customer) => {
        const record = records.get(idOf(customer) ?? '')
        return record ? [[customer, record] as const] : []
      }),
    )
  }

  /** A customer stands once in a file, by whatever they are known. */
  #requireOnce({ email, id, line }: FileCustomer, before: CustomerRecord | undefined): void {
    if (this.#faults.some((fault) => fault.line === line)) return
    const keys = [
      ...(before || id !== undefined ? [`id ${before?.id ?? id}`] : []),
      ...(email === undefined ? [] : [`email ${email}`]),
    ]
    for (const key of keys) {
      const first = this.#lines.get(key)
      if (first === undefined) this.#lines.set(key, line)
      else if (first !== line) {
        const column = this.#begun?.reading.columns.get('email') ?? null
        this.fault({ line, column, text: `is the same customer as in line ${first}` })
      }
    }
  }
}

function formatOf(columns: Columns): CustomerFormat {
  if (columns.has('first name') || columns.has('last name') || columns.has('customer id'))
    return hostedCustomers
  if (columns.has('id') || columns.has('email') || columns.has('lastname')) return ownCustomers
  throw new UnreadableFile(
    'There is neither a column “First Name”, as hosted shops export it, nor a column “id”, “email” or “lastName”, as in our own export.',
  )
}
