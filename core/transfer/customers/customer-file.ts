import type { CustomerDraft, CustomerRecord } from '../../customers/manage/customer-record.ts'
import type { People } from '../../customers/manage/people.ts'
import type { CountryCodes } from '../../countries/country-codes.repository.ts'
import type { Columns, Row } from '../csv-rows.ts'
import type { Names } from '../names.repository.ts'
import type { CellFault, PlaceOf } from '../read-file.ts'

/** What a file of customers is read with. */
export interface CustomerReading {
  readonly people: People
  /** Its columns, by their names in lower case. */
  readonly columns: Columns
  readonly groups: Names
  readonly organizations: Names
  readonly countries: CountryCodes
}

/** What a file makes of a customer. */
export interface CustomerFileDraft {
  readonly draft: CustomerDraft
  readonly faults: readonly CellFault[]
  readonly placeOf: PlaceOf
}

/** A customer of a file: a row, or rows that stand together. */
export interface FileCustomer {
  readonly line: number
  /** Whom it is, if the shop knows them: by id first, else by e-mail. */
  readonly id: string | undefined
  readonly email: string | undefined
  /** What is wrong with the cells that say whom it is. */
  readonly faults: readonly CellFault[]
  /** @param before the customer as they are in the shop; what the file says nothing of stays */
  draft(before: CustomerRecord | undefined): CustomerFileDraft
}

/** A kind of file that customers come in. */
export interface CustomerFormat {
  /** Whether something is taken from a column. @param column in lower case */
  knows(column: string): boolean
  /** Whether a column holds codes, of which nothing is left once a spreadsheet has shortened them. @param column in lower case */
  isCode(column: string): boolean
  /** Columns that are not there, and without which nothing could be taken from others that are. */
  missing(reading: CustomerReading): readonly string[]
  /** What holds the rows of a customer together; undefined where each row is one. */
  keyOf(row: Row): string | undefined
  /** @param rows at least one */
  read(reading: CustomerReading, rows: readonly Row[]): FileCustomer
}

/**
 * The e-mail of a customer where a row says one. That of a double is how they are found: it takes not the place of their
 * own, which nothing else knows.
 */
export const emailOf = (before: CustomerRecord | undefined, said: string | null): string | null =>
  before && said !== null && before.otherEmails.includes(said) ? before.emailAddress : said
