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
import { parseId } from '../../kernel/ids.ts'
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

/** Columns of the customer, in the first of their rows. */
export const CUSTOMER_COLUMNS = [
  'id',
  'state',
  'firstName',
  'lastName',
  'email',
  'phone',
  'organization',
  'groups',
  'acceptsMarketing',
  'note',
] as const

/** Columns of an address, with the field of a draft that each is for. */
export const ADDRESS_COLUMNS = {
  addressName: 'address_name',
  addressFirstName: 'first_name',
  addressLastName: 'last_name',
  company: 'company_name',
  attention: 'attention',
  line1: 'line1',
  line2: 'line2',
  postalCode: 'postal_code',
  city: 'city',
  region: 'state',
  country: 'country_id',
  addressEmail: 'email_address',
  addressPhone: 'phone_number',
  addressMobile: 'mobile_phone_number',
} as const satisfies Readonly<Record<string, keyof AddressDraft>>
type AddressColumn = keyof typeof ADDRESS_COLUMNS
const addressColumnNames = Object.keys(ADDRESS_COLUMNS) as AddressColumn[]

const known = new Set([...CUSTOMER_COLUMNS, ...addressColumnNames].map((column) => column.toLowerCase()))

/** Between the groups of a cell. */
export const GROUPS = '; '

/** Where fields of a draft stand that are not columns themselves. */
const PLACES: Readonly<Record<string, string>> = {
  phoneNumber: 'phone',
  organizationId: 'organization',
  customerGroupIds: 'groups',
  addresses: 'country',
  countryId: 'country',
  companyName: 'company',
  mobileNumber: 'addressMobile',
}
/** Fields that an address has, too. */
const ADDRESS_PLACES: Readonly<Record<string, string>> = {
  firstName: 'addressFirstName',
  lastName: 'addressLastName',
  email: 'addressEmail',
  phoneNumber: 'addressPhone',
  state: 'region',
}

const codes = new Set(['email', 'phone', 'addressemail', 'addressphone', 'addressmobile'])

/**
 * Our own CSV, as the export writes it: a row for each customer, and one more for each further address of theirs. What a
 * file has no column for stays as it is; an empty cell empties what it is for.
 */
export const ownCustomers: CustomerFormat = {
  knows: (column) => known.has(column),
  isCode: (column) => codes.has(column),
  missing: ({ columns, people }) =>
    columns.has('country') ||
    (columns.has('line1') && people.store.defaultCountryId !== null) ||
    !addressColumnNames.some((column) => columns.has(column.toLowerCase()))
      ? []
      : ['country'],
  keyOf: (row) => unguarded(row.cell('id')).trim().toLowerCase() || undefined,
  read: (reading, rows) => {
    const [first] = rows
    if (!first) throw new Error('A customer has at least one row.')
    return readOwn(reading, rows, first)
  },
}

function readOwn(reading: CustomerReading, rows: readonly Row[], first: Row): FileCustomer {
  const faults: CellFault[] = []
  const idText = text(first, 'id').trim()
  const id = idText === '' ? undefined : parseId(idText)
  if (idText !== '' && id === undefined)
    faults.push({
      line: first.line,
      column: spelled(reading, 'id'),
      ...refusal('cell.id', { cell: idText }),
    })
  return {
    line: first.line,
    id,
    email: idText === '' ? (orNull(text(first, 'email'))?.trim().toLowerCase() ?? undefined) : undefined,
    faults,
    draft: (before) => new OwnCustomer(reading, rows, first, before).draft(id),
  }
}

const text = (row: Row, column: string): string => unguarded(row.cell(column.toLowerCase()))
const spelled = ({ columns }: CustomerReading, column: string): string =>
  columns.get(column.toLowerCase()) ?? column

/** The rows of one customer. */
class OwnCustomer {
  readonly #reading: CustomerReading
  readonly #rows: readonly Row[]
  readonly #first: Row
  readonly #before: CustomerRecord | undefined
  readonly #faults: CellFault[] = []
  /** The row of each address. */
  #places: readonly Row[] = []

  constructor(
    reading: CustomerReading,
    rows: readonly Row[],
    first: Row,
    before: CustomerRecord | undefined,
  ) {
    this.#reading = reading
    this.#rows = rows
    this.#first = first
    this.#before = before
  }

  draft(id: string | undefined): CustomerFileDraft {
    const known = this.#before ? draftOf(this.#before) : NOBODY
    // Whoever says their own id says which of their e-mails is to be theirs.
    const foundAs = this.#before?.id === id ? undefined : this.#before
    const draft: CustomerDraft = {
      ...known,
      id,
      state: this.#state() ?? known.state,
      firstName: this.#has('firstName') ? text(this.#first, 'firstName') : known.firstName,
      lastName: this.#has('lastName') ? text(this.#first, 'lastName') : known.lastName,
      emailAddress: this.#has('email')
        ? emailOf(foundAs, this.#email(this.#first, 'email', true))
        : known.emailAddress,
      phoneNumber: this.#has('phone') ? orNull(text(this.#first, 'phone')) : known.phoneNumber,
      organizationId: this.#has('organization') ? this.#organization() : known.organizationId,
      customerGroupIds: this.#has('groups') ? this.#groups() : known.customerGroupIds,
      note: this.#has('note') ? orNull(text(this.#first, 'note')) : known.note,
      acceptsMarketing: this.#flag() ?? known.acceptsMarketing,
      addresses: this.#has('country') || this.#has('line1') ? this.#addresses() : known.addresses,
    }
    return { draft, faults: this.#faults, placeOf: (field) => this.#placeOf(field) }
  }

  #has(column: string): boolean {
    return this.#first.has(column.toLowerCase())
  }

  #fault(row: Row, column: string, why: Refusal): void {
    this.#faults.push({ line: row.line, column: spelled(this.#reading, column), ...why })
  }

  #state(): CustomerDraft['state'] | undefined {
    const state = text(this.#first, 'state').trim().toLowerCase()
    if (state === 'active' || state === 'retired') return state
    if (state !== '') this.#fault(this.#first, 'state', refusal('cell.customer-state', { cell: state }))
    return undefined
  }

  #flag(): boolean | undefined {
    const cell = text(this.#first, 'acceptsMarketing').trim()
    const flag = readFlag(cell)
    if (flag === undefined && cell !== '')
      this.#fault(this.#first, 'acceptsMarketing', refusal('cell.flag', { cell }))
    return flag ?? (this.#has('acceptsMarketing') ? false : undefined)
  }

  #email(row: Row, column: string, isFolded = false): string | null {
    const email = orNull(text(row, column))
    if (email === null) return null
    if (!isEmail(email.trim())) this.#fault(row, column, refusal('cell.email', { cell: email }))
    return isFolded ? email.trim().toLowerCase() : email
  }

  #organization(): string | null {
    const label = text(this.#first, 'organization')
    if (label.trim() === '') return null
    const id = this.#reading.organizations.find(label)
    if (id === undefined)
      this.#fault(this.#first, 'organization', refusal('cell.organization', { cell: label.trim() }))
    return id ?? null
  }

  #groups(): string[] {
    const labels = text(this.#first, 'groups')
      .split(';')
      .map((label) => label.trim())
      .filter(Boolean)
    return labels.flatMap((label) => {
      const id = this.#reading.groups.find(label)
      if (id === undefined)
        this.#fault(this.#first, 'groups', refusal('cell.customer-group', { cell: label }))
      return id ?? []
    })
  }

  #addresses(): AddressDraft[] {
    const rows = this.#rows.filter((row) =>
      addressColumnNames.some((column) => text(row, column).trim() !== ''),
    )
    this.#places = rows
    return keepIds(
      rows.map((row, index) => this.#address(row, index)),
      this.#before?.addresses ?? [],
    )
  }

  #address(row: Row, index: number): AddressDraft {
    const country = text(row, 'country').trim()
    // A file that tells no countries is of people at home.
    const country_id = this.#has('country')
      ? this.#reading.countries.find(country)
      : (this.#reading.people.store.defaultCountryId ?? undefined)
    if (country_id === undefined)
      this.#fault(
        row,
        'country',
        country === '' ? refusal('cell.country-missing') : refusal('cell.country', { cell: country }),
      )
    return {
      address_name: orNull(text(row, 'addressName')) ?? addressName(index),
      first_name: orNull(text(row, 'addressFirstName')) ?? '',
      last_name: orNull(text(row, 'addressLastName')) ?? '',
      company_name: orNull(text(row, 'company')),
      attention: orNull(text(row, 'attention')),
      line1: orNull(text(row, 'line1')) ?? '',
      line2: orNull(text(row, 'line2')),
      postal_code: orNull(text(row, 'postalCode')) ?? '',
      city: orNull(text(row, 'city')) ?? '',
      state: orNull(text(row, 'region')),
      country_id: country_id ?? '',
      email_address: this.#email(row, 'addressEmail'),
      phone_number: orNull(text(row, 'addressPhone')),
      mobile_phone_number: orNull(text(row, 'addressMobile')),
    }
  }

  #placeOf(field: string) {
    const [part = '', index, what = ''] = field.split('.')
    const isOfAddress = part === 'addresses' && what !== ''
    const row = (isOfAddress ? this.#places[Number(index)] : undefined) ?? this.#first
    const column = isOfAddress ? (ADDRESS_PLACES[what] ?? PLACES[what] ?? what) : (PLACES[part] ?? part)
    return { line: row.line, column: spelled(this.#reading, column) }
  }
}

/** Addresses that are there already keep their ids: those that say the same, and then those of the same name. */
function keepIds(
  drafts: readonly AddressDraft[],
  before: readonly (AddressDraft & { readonly id: string })[],
): AddressDraft[] {
  const left = new Set(before)
  const take = (isIt: (address: AddressDraft) => boolean): string | undefined => {
    const address = [...left].find(isIt)
    if (address) left.delete(address)
    return address?.id
  }
  const same = drafts.map((draft) => take((address) => isSameAddress(address, draft)))
  return drafts.map((draft, index) => ({
    ...draft,
    id: same[index] ?? take(({ address_name }) => address_name === draft.address_name),
  }))
}

/** Whether two addresses say the same. */
const isSameAddress = ({ id: _, ...one }: AddressDraft, { id: __, ...other }: AddressDraft): boolean =>
  Object.values(ADDRESS_COLUMNS).every((column) => one[column] === other[column])
