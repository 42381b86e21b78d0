import fc from 'fast-check'
import { readCountryCodes } from '../../core/countries/country-codes.repository.ts'
import { findCustomerRows } from '../../core/customers/customer.repository.ts'
import { customerGroupNoun, organizationNoun } from '../../core/customers/manage/circle.noun.ts'
import { completeRecords } from '../../core/customers/manage/customer-record.repository.ts'
import type { CustomerRecord } from '../../core/customers/manage/customer-record.ts'
import { customerNoun } from '../../core/customers/manage/customer.noun.ts'
import type { CustomerBody } from '../../core/customers/manage/managed-customer.schema.ts'
import type { Engine } from '../../core/database/engine.ts'
import { createRecord } from '../../core/records/create-record.ts'
import { removeRecord } from '../../core/records/remove-record.ts'
import { unguarded } from '../../core/transfer/cells.ts'
import { text, writerIn } from './random-products.ts'

/** What customers of a shop may refer to. */
export interface PeopleChoices {
  readonly countryIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly organizationIds: readonly string[]
}

/** Gives a shop groups and organizations, with names that are hard to tell apart in a file. */
export async function addPeopleChoices(engine: Engine, storeId: string): Promise<PeopleChoices> {
  const countries = await engine.read(async (db) => db.selectFrom('countries').select('id').execute())
  return engine.transact(async (db) => {
    const groupIds: string[] = []
    for (const name of ['Members', '=1+1; “x”', ' Rowers', 'Twin', 'Twin', 'a;b'])
      groupIds.push((await createRecord(db, writerIn(storeId), customerGroupNoun, { name })).record.id)
    const organizationIds: string[] = []
    for (const name of ['@Fjord, AS', '-Havn "Nord"', 'Twin', 'Twin'])
      organizationIds.push((await createRecord(db, writerIn(storeId), organizationNoun, { name })).record.id)
    return { countryIds: countries.map(({ id }) => id), groupIds, organizationIds }
  })
}

const maybe = fc.option(text, { nil: null })
const short = fc.option(
  text.filter((each) => each.length <= 50),
  { nil: null },
)

/** Customers of any kind, of whom none has the e-mail of another. */
export function someCustomers(
  { countryIds, groupIds, organizationIds }: PeopleChoices,
  { least = 1, most = 6 } = {},
): fc.Arbitrary<CustomerBody[]> {
  const address = fc.record({
    addressName: maybe.map((name) => name ?? ''),
    firstName: maybe,
    lastName: maybe,
    companyName: maybe,
    attention: maybe,
    line1: maybe,
    line2: maybe,
    postalCode: short,
    city: maybe,
    state: maybe,
    countryId: fc.constantFrom(...countryIds),
    email: fc.constantFrom(null, 'Ida@Example.com', '+a=b@x.example', '-@x.example'),
    phoneNumber: short,
    mobileNumber: short,
  })
  const customer = fc.record({
    firstName: maybe,
    lastName: maybe,
    hasEmail: fc.boolean(),
    phoneNumber: short,
    organizationId: fc.constantFrom(null, ...organizationIds),
    customerGroupIds: fc.subarray([...groupIds]),
    note: maybe,
    acceptsMarketing: fc.boolean(),
    state: fc.constantFrom('active' as const, 'retired' as const),
    addresses: fc.array(address, { maxLength: 4 }),
  })
  return fc.array(customer, { minLength: least, maxLength: most }).map((customers) =>
    customers.map(({ firstName, hasEmail, lastName, ...each }, n): CustomerBody => {
      const email = hasEmail ? `+c${n}@Example.com` : null
      const isKnown = firstName !== null || email !== null || each.phoneNumber !== null
      return {
        ...each,
        firstName: firstName ?? '',
        // Somebody is known by something.
        lastName: lastName ?? (isKnown ? '' : `=Nobody ${n}`),
        email,
      }
    }),
  )
}

export const addCustomers = async (
  engine: Engine,
  storeId: string,
  customers: readonly CustomerBody[],
): Promise<void> =>
  engine.transact(async (db) => {
    for (const body of customers) await createRecord(db, writerIn(storeId), customerNoun, body)
  })

/** The customers of a shop without what only their storing gave them. */
export async function peopleOf(engine: Engine, storeId: string) {
  const page = { limit: 10_000, after: undefined }
  return engine.read(async (db) => {
    const { rows } = await findCustomerRows(db, storeId, page, { states: ['active', 'retired'] })
    return (await completeRecords(db, rows)).map(
      ({ version: _version, addresses, ...customer }: CustomerRecord) => ({
        ...customer,
        addresses: addresses.map(({ id: _id, ...address }) => address),
      }),
    )
  })
}

/** Takes all customers out of a shop. */
export async function wipePeople(engine: Engine, storeId: string): Promise<void> {
  const ids = (await peopleOf(engine, storeId)).map(({ id }) => id)
  await engine.transact(async (db) => {
    for (const id of ids) await removeRecord(db, writerIn(storeId), customerNoun, id)
  })
}

/** Exports of hosted shops keep no blanks at the ends of a cell, and tell an apostrophe before a formula from none of theirs. */
const bare = (each: string | null | undefined): string => {
  const cell = (each ?? '').trim()
  return unguarded(cell) === cell ? cell : ''
}
/** The same of a number: there any apostrophe is theirs. */
const bareNumber = (each: string | null | undefined): string => {
  const cell = bare(each)
  return cell.startsWith("'") ? '' : cell
}

/** What of a customer the export of a hosted shop holds. */
export interface HostedCustomer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly note: string
  readonly acceptsMarketing: boolean
  readonly line1: string
  readonly city: string
  readonly zip: string
  readonly countryId: string
}

export const hostedOf = ({ addresses = [], ...customer }: CustomerBody, n: number): HostedCustomer => ({
  firstName: bare(customer.firstName),
  lastName: bare(customer.lastName) || `Nobody ${n}`,
  email: bare(customer.email),
  phone: bareNumber(customer.phoneNumber),
  note: bare(customer.note),
  acceptsMarketing: customer.acceptsMarketing ?? false,
  line1: bare(addresses[0]?.line1),
  city: bare(addresses[0]?.city),
  zip: bareNumber(addresses[0]?.postalCode),
  countryId: addresses[0]?.countryId ?? '',
})

/** Their file, as a hosted shop writes it: an apostrophe before what a spreadsheet would run. */
export async function hostedFile(engine: Engine, customers: readonly HostedCustomer[]): Promise<string> {
  const countries = await engine.read(readCountryCodes)
  const guarded = (cell: string): string => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell)
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')
  const heading =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Phone,Note,Tags'
  const rows = customers.map((each, n) =>
    line([
      `'${7000 + n}`,
      each.firstName,
      each.lastName,
      each.email,
      each.acceptsMarketing ? 'yes' : 'no',
      each.line1,
      each.city,
      each.line1 + each.city + each.zip === '' ? '' : countries.codeOf(each.countryId),
      each.zip,
      each.phone,
      each.note,
      '',
    ]),
  )
  return [heading, ...rows, ''].join('\n')
}
