import {
  draftOf,
  NOBODY,
  type AddressDraft,
  type CustomerDraft,
  type CustomerRecord,
} from '../../customers/manage/customer-record.ts'
import { orNull } from '../../kernel/optional-text.ts'
import { addressName } from '../../customers/manage/read-customer-body.ts'
import { isEmail } from '../../http/keywords.ts'
import { idOf } from '../../kernel/ids.ts'
import { readFlag, unguarded } from '../cells.ts'
import type { Row } from '../csv-rows.ts'
import { refusal, type Refusal } from '../file-faults.ts'
import type { CellFault } from '../read-file.ts'
import {
  emailOf,
  type CustomerFileDraft,
  type CustomerFormat,
  type CustomerReading,
  type FileCustomer,
} from './customer-file.ts'

/** What hosted shops call what we take, in exports of these years and of earlier ones; the first that is there counts. */
const COLUMNS = {
  id: ['customer id'],
  firstName: ['first name'],
  lastName: ['last name'],
  email: ['email'],
  phoneNumber: ['phone'],
  note: ['note'],
  acceptsMarketing: ['accepts email marketing', 'accepts marketing'],
  tags: ['tags'],
  companyName: ['default address company', 'company'],
  line1: ['default address address1', 'address1'],
  line2: ['default address address2', 'address2'],
  city: ['default address city', 'city'],
  state: ['default address province code', 'province code', 'province'],
  country: ['default address country code', 'country code', 'country'],
  postalCode: ['default address zip', 'zip'],
  addressPhone: ['default address phone'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type Field = keyof typeof COLUMNS

const known = new Set<string>(Object.values(COLUMNS).flat())
const codes = new Set<string>([
  ...COLUMNS.id,
  ...COLUMNS.email,
  ...COLUMNS.phoneNumber,
  ...COLUMNS.addressPhone,
])
const ADDRESS: readonly Field[] = ['companyName', 'line1', 'line2', 'city', 'state', 'country', 'postalCode']

/** Where fields of a draft stand. */
const PLACES: Readonly<Record<string, Field>> = {
  countryId: 'country',
  addressName: 'line1',
  phoneNumber: 'phoneNumber',
}

/**
 * The CSV in which hosted shops export their customers, a row each. Its texts are taken where they are there; what is in
 * the shop and not in the file stays: more addresses, groups, a note.
 */
export const hostedCustomers: CustomerFormat = {
  knows: (column) => known.has(column),
  isCode: (column) => codes.has(column),
  missing: () => [],
  keyOf: () => undefined,
  read: (reading, [row]) => {
    if (!row) throw new Error('A customer has at least one row.')
    return readHosted(reading, row)
  },
}

/** What a spreadsheet would take for a number. */
const NUMBERS: ReadonlySet<Field> = new Set(['id', 'phoneNumber', 'postalCode', 'addressPhone'])

/** Hosted shops put an apostrophe before these, and before what would be run; any other is part of a name: ’s-Hertogenbosch. */
function cell(row: Row, field: Field): string {
  const column = COLUMNS[field].find((name) => row.has(name))
  const text = column === undefined ? '' : row.cell(column).trim()
  return (NUMBERS.has(field) ? text.replace(/^'/, '') : unguarded(text)).trim()
}

const columnOf = ({ columns }: CustomerReading, field: Field): string => {
  const name = COLUMNS[field].find((each) => columns.has(each)) ?? COLUMNS[field][0]
  return columns.get(name) ?? name
}

function readHosted(reading: CustomerReading, row: Row): FileCustomer {
  const email = cell(row, 'email').toLowerCase()
  const { id: storeId } = reading.people.store
  // The same at every import, whatever becomes of the e-mail meanwhile.
  const known =
    cell(row, 'id') ||
    email ||
    [
      cell(row, 'phoneNumber'),
      ...ADDRESS.map((field) => cell(row, field)),
      cell(row, 'firstName'),
      cell(row, 'lastName'),
    ].join('\n')
  const id = idOf(`${storeId}\n${known}`)
  return {
    line: row.line,
    id,
    email: email || undefined,
    faults: [],
    draft: (before) => draft(reading, row, id, before),
  }
}

function draft(
  reading: CustomerReading,
  row: Row,
  id: string,
  before: CustomerRecord | undefined,
): CustomerFileDraft {
  const faults: CellFault[] = []
  const fault = (field: Field, why: Refusal): void =>
    void faults.push({ line: row.line, column: columnOf(reading, field), ...why })
  const was = before ? draftOf(before) : NOBODY
  const email = cell(row, 'email')
  if (email !== '' && !isEmail(email)) fault('email', refusal('cell.email', { cell: email }))
  const flag = cell(row, 'acceptsMarketing')
  const accepts = readFlag(flag)
  if (accepts === undefined && flag !== '') fault('acceptsMarketing', refusal('cell.flag', { cell: flag }))
  const address = addressOf(reading, row, was, fault)
  const groups = cell(row, 'tags')
    .split(',')
    .flatMap((tag) => reading.groups.find(tag) ?? [])
    .filter((group) => reading.people.circles.get(group)?.isRetired === false)
  const made: CustomerDraft = {
    ...was,
    id,
    firstName: cell(row, 'firstName') || was.firstName,
    lastName: cell(row, 'lastName') || was.lastName,
    emailAddress: email === '' ? was.emailAddress : emailOf(before, email.toLowerCase()),
    phoneNumber: orNull(cell(row, 'phoneNumber')) ?? was.phoneNumber,
    note: orNull(cell(row, 'note')) ?? was.note,
    acceptsMarketing: accepts ?? was.acceptsMarketing,
    customerGroupIds: [...new Set([...was.customerGroupIds, ...groups])],
    addresses: address === undefined ? was.addresses : withAddress(was.addresses, address),
  }
  return {
    draft: made,
    faults,
    placeOf: (path) => {
      const [part = '', , what] = path.split('.')
      const name = what ?? part
      const field = PLACES[name] ?? (name in COLUMNS ? (name as Field) : 'email')
      return { line: row.line, column: columnOf(reading, field) }
    },
  }
}

/** The address of a row; undefined where it says none. */
function addressOf(
  { countries }: CustomerReading,
  row: Row,
  was: CustomerDraft,
  fault: (field: Field, why: Refusal) => void,
): AddressDraft | undefined {
  if (ADDRESS.every((field) => cell(row, field) === '')) return undefined
  const country = cell(row, 'country')
  const countryId = countries.find(country)
  if (countryId === undefined)
    fault(
      'country',
      country === '' ? refusal('cell.country-missing') : refusal('cell.country', { cell: country }),
    )
  return {
    address_name: addressName(was.addresses.length),
    first_name: cell(row, 'firstName'),
    last_name: cell(row, 'lastName'),
    company_name: orNull(cell(row, 'companyName')),
    attention: null,
    line1: cell(row, 'line1'),
    line2: orNull(cell(row, 'line2')),
    postal_code: cell(row, 'postalCode'),
    city: cell(row, 'city'),
    state: orNull(cell(row, 'state')),
    country_id: countryId ?? '',
    email_address: orNull(cell(row, 'email'))?.toLowerCase() ?? null,
    phone_number: orNull(cell(row, 'addressPhone')) ?? orNull(cell(row, 'phoneNumber')),
    mobile_phone_number: null,
  }
}

/** An address of a file among those that are there: one of the same place is that one. */
function withAddress(known: readonly AddressDraft[], address: AddressDraft): readonly AddressDraft[] {
  const place = known.findIndex((each) => PLACE.every((column) => each[column] === address[column]))
  if (place < 0) return [...known, address]
  return known.map((each, index) =>
    index === place
      ? {
          ...each,
          first_name: address.first_name || each.first_name,
          last_name: address.last_name || each.last_name,
          phone_number: address.phone_number ?? each.phone_number,
        }
      : each,
  )
}

const PLACE = ['company_name', 'line1', 'line2', 'postal_code', 'city', 'state', 'country_id'] as const
