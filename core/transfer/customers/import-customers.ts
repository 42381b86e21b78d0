import { readCountryCodes } from '../../countries/country-codes.repository.ts'
import { checkCustomers } from '../../customers/manage/check-customers.ts'
import { customerNoun, unindexedCustomerRows } from '../../customers/manage/customer.noun.ts'
import { findCustomerRecords } from '../../customers/manage/customer-record.repository.ts'
import {
  customerLabel,
  type CustomerDraft,
  type CustomerRecord,
} from '../../customers/manage/customer-record.ts'
import { readPeople, type People } from '../../customers/manage/people.ts'
import { findCustomersByEmail, keptIds } from '../../customers/customer.repository.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import type { FirstPlaces } from '../../database/scratch.ts'
import type { Author } from '../../history/record-events.ts'
import type { Wanted } from '../../records/noun.ts'
import { previewRecords, saveRecords, type Saved } from '../../records/save-records.ts'
import type { Columns } from '../csv-rows.ts'
import { refusal } from '../file-faults.ts'
import { readCircleNames } from '../names.repository.ts'
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
import type { FileFault, ImportReport } from '../transfer.schema.ts'
import type { CustomerFormat, CustomerReading, FileCustomer } from './customer-file.ts'
import { hostedCustomers } from './hosted-customers.ts'
import { ownCustomers } from './own-customers.ts'

type WantedCustomer = Wanted<CustomerDraft, CustomerRecord>
type Store = (people: People, wanted: readonly WantedCustomer[]) => Promise<readonly Saved<CustomerRecord>[]>

/** Says what an import would do. Writes nothing, and reads the file to its end, whatever is wrong with its rows. */
export const previewCustomers = async (db: ReadDb, author: Author, given: GivenFile): Promise<ImportReport> =>
  run(db, author, given, async (_, wanted) => previewRecords(db, customerNoun, wanted))

/**
 * Imports a file of customers into a store; the same file twice changes nothing, and what it does not name stays. To be run
 * in a transaction of its own, which must not be kept where there are faults. Who is new is found by their words when
 * `indexRecords` has been there.
 */
export const importCustomers = async (
  db: WriteDb,
  author: Author,
  given: GivenFile,
): Promise<ImportReport> => {
  const noun = { ...customerNoun, rows: unindexedCustomerRows }
  return run(db, author, given, async (people, wanted) =>
    saveRecords(db, author, noun, people, wanted, 'imported'),
  )
}

async function run(db: ReadDb, author: Author, given: GivenFile, store: Store): Promise<ImportReport> {
  const { named, ...report } = await readFile(given, new CustomerWork(db, author, store))
  return {
    kind: 'customers',
    ...NOTHING_BESIDE,
    ...report,
    customers: [...named],
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/** What is made of a file of customers. */
class CustomerWork implements FileWork<FileCustomer, Named> {
  readonly #db: ReadDb
  readonly #author: Author
  readonly #store: Store
  #begun: { readonly reading: CustomerReading; readonly places: FirstPlaces } | undefined
  /** Those that the shop knows as a double, each once, until it is seen whether the customer who is left stands there, too. */
  readonly #doubles: FileCustomer[] = []
  #isReadToEnd = false

  constructor(db: ReadDb, author: Author, store: Store) {
    this.#db = db
    this.#author = author
    this.#store = store
  }

  async begin(
    columns: Columns,
    faults: FileFaults,
    places: FirstPlaces,
  ): Promise<FileFormat<FileCustomer> | undefined> {
    const format = formatOf(columns)
    if (!format) {
      faults.add({ line: 1, column: null, ...refusal('file.no-customers') })
      return undefined
    }
    const people = await readPeople(this.#db, this.#author.storeId)
    const names = await readCircleNames(this.#db, people.store)
    const reading = { people, columns, countries: await readCountryCodes(this.#db), ...names }
    this.#begun = { reading, places }
    for (const column of format.missing(reading))
      faults.add({ line: 1, column, ...refusal('column.missing') })
    return {
      whose: format === hostedCustomers ? 'hosted' : 'own',
      isReadable: true,
      keyColumn: columns.get('id') ?? 'id',
      knows: (column) => format.knows(column),
      isCode: (column) => format.isCode(column),
      keyOf: (row) => format.keyOf(row),
      read: (rows) => format.read(reading, rows),
    }
  }

  async check(
    customers: readonly FileCustomer[],
    faults: FileFaults,
  ): Promise<() => Promise<readonly StoredItem<Named>[]>> {
    if (!this.#begun) throw new Error('The columns are told before the rows.')
    const { places, reading } = this.#begun
    const { columns, people } = reading
    const known = await this.#knownAs(customers)
    const meant: FileCustomer[] = []
    const passedOver: CustomerRecord[] = []
    for (const customer of customers) {
      const { isDouble = false, record } = known.get(customer) ?? {}
      if (isDouble && !this.#isReadToEnd) this.#putAside(customer, { columns, faults, places })
      // Who is left has a row of their own, which says more of them than that of somebody who is gone.
      else if (isDouble && record && hasStood(places, record, customer)) passedOver.push(record)
      else meant.push(customer)
    }
    const made = meant.map((customer) => {
      const before = known.get(customer)?.record
      if (!faults.isIn(customer.line)) requireOnce(customer, before, { columns, faults, places })
      return { customer, before, ...customer.draft(before) }
    })
    const wanted = made.map(({ before, draft }): WantedCustomer => ({ before, draft }))
    const refused = await checkCustomers(this.#db, people, wanted)
    for (const [index, { customer, faults: own, placeOf }] of made.entries()) {
      const all = [...customer.faults, ...own, ...placed(placeOf, refused[index] ?? [])]
      for (const fault of all) faults.add(fault)
    }
    return async () => {
      const stored = await this.#store(people, wanted)
      const all = [...stored, ...passedOver.map((record) => ({ kind: 'unchanged' as const, record }))]
      return all.map(({ kind, record }) => ({ kind, named: { id: record.id, name: customerLabel(record) } }))
    }
  }

  putAside(): readonly FileCustomer[] {
    this.#isReadToEnd = true
    return this.#doubles
  }

  #putAside(customer: FileCustomer, { columns, faults, places }: SoFar): void {
    const { email, id, line } = customer
    const first = places.before(`double ${id ?? email}`, line)
    if (first === undefined) this.#doubles.push(customer)
    else faults.add(standsTwice(columns, line, first))
  }

  /**
   * The customers of the shop that some of the file are: those of their ids, else those of their e-mails; and whether they
   * are so as a double that was merged into them.
   */
  async #knownAs(customers: readonly FileCustomer[]): Promise<ReadonlyMap<FileCustomer, Known>> {
    const { storeId } = this.#author
    const ids = customers.flatMap(({ id }) => id ?? [])
    const kept = await keptIds(this.#db, storeId, ids)
    const emails = customers.flatMap(({ email }) => email ?? [])
    const byEmail = await findCustomersByEmail(this.#db, storeId, emails)
    const ofId = ({ id }: FileCustomer) => (id === undefined ? undefined : kept.get(id))
    const idOf = (customer: FileCustomer): string | undefined =>
      ofId(customer) ?? (customer.email === undefined ? undefined : byEmail.get(customer.email))
    const found = [...new Set(customers.flatMap((customer) => idOf(customer) ?? []))]
    const records = new Map(
      (await findCustomerRecords(this.#db, storeId, found)).map((record) => [record.id, record]),
    )
    return new Map(
      customers.flatMap((customer) => {
        const record = records.get(idOf(customer) ?? '')
        if (!record) return []
        const isDouble =
          ofId(customer) === undefined ? record.emailAddress !== customer.email : record.id !== customer.id
        return [[customer, { record, isDouble }] as const]
      }),
    )
  }
}

interface Known {
  readonly record: CustomerRecord
  readonly isDouble: boolean
}

interface SoFar {
  readonly columns: Columns
  readonly faults: FileFaults
  readonly places: FirstPlaces
}

/** A customer stands once in a file, by whatever they are known. */
function requireOnce(
  { email, id, line }: FileCustomer,
  before: CustomerRecord | undefined,
  { columns, faults, places }: SoFar,
): void {
  const keys = [
    ...(before || id !== undefined ? [`id ${before?.id ?? id}`] : []),
    ...(email === undefined ? [] : [`email ${email}`]),
  ]
  for (const key of keys) {
    const first = places.before(key, line)
    if (first !== undefined && first !== line) faults.add(standsTwice(columns, line, first))
  }
}

/** Whether a customer of the shop stands in another line. Who does not stands in this one. */
function hasStood(places: FirstPlaces, { id }: CustomerRecord, { line }: FileCustomer): boolean {
  const first = places.before(`id ${id}`, line)
  return first !== undefined && first !== line
}

const standsTwice = (columns: Columns, line: number, first: number): FileFault => ({
  line,
  column: columns.get('email') ?? null,
  ...refusal('cell.customer-twice', { line: first }),
})

function formatOf(columns: Columns): CustomerFormat | undefined {
  if (columns.has('first name') || columns.has('last name') || columns.has('customer id'))
    return hostedCustomers
  return columns.has('id') || columns.has('email') || columns.has('lastname') ? ownCustomers : undefined
}
