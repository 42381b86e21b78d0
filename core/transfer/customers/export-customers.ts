import { readCountryCodes } from '../../countries/country-codes.repository.ts'
import { findCustomerRows, type CustomerFilter } from '../../customers/customer.repository.ts'
import { completeRecords } from '../../customers/manage/customer-record.repository.ts'
import type { AddressRecord, CustomerRecord } from '../../customers/manage/customer-record.ts'
import { findWalkInCustomer } from '../../customers/walk-in-customer.ts'
import type { ReadDb } from '../../database/engine.ts'
import type { Cursor } from '../../kernel/cursor.ts'
import { getStore } from '../../stores/store.repository.ts'
import type { RecordState } from '../../records/record.schema.ts'
import { csvLine, guarded } from '../cells.ts'
import { readCircleNames, type Names } from '../names.repository.ts'
import { ADDRESS_COLUMNS, CUSTOMER_COLUMNS, GROUPS } from './own-customers.ts'

/** Customers that are in memory at a time. */
const BATCH = 200

/** Those that are wanted; all where nothing is said. */
export interface CustomersWanted extends Omit<CustomerFilter, 'states'> {
  readonly state?: RecordState | undefined
}

/**
 * The customers of a store as our own CSV, line by line: all but the one that walk-ins are booked on, and those whose data
 * was erased. Imported again it changes nothing; imported into a shop with the same groups and organizations it makes the
 * same ones.
 */
export async function* exportCustomers(
  db: ReadDb,
  storeId: string,
  { state, ...filter }: CustomersWanted = {},
): AsyncGenerator<string> {
  const states = state === undefined ? (['active', 'retired'] as const) : [state]
  const store = await getStore(db, storeId)
  const { groups, organizations } = await readCircleNames(db, store)
  const countries = await readCountryCodes(db)
  const walkIn = await findWalkInCustomer(db, storeId)
  yield csvLine([...CUSTOMER_COLUMNS, ...Object.keys(ADDRESS_COLUMNS)])
  let after: Cursor | undefined
  do {
    const page = { limit: BATCH, after }
    const { next, rows } = await findCustomerRows(db, storeId, page, { ...filter, states })
    for (const customer of await completeRecords(db, rows)) {
      if (customer.id === walkIn?.id) continue
      const own = customerCells(customer, groups, organizations)
      const [first, ...others] = customer.addresses
      const cells = (address: AddressRecord) => addressCells(address, (id) => countries.codeOf(id))
      yield line([...own, ...(first ? cells(first) : noAddress)])
      for (const address of others) yield line([customer.id, ...alone, ...cells(address)])
    }
    after = next
  } while (after)
}

const line = (cells: readonly (string | null)[]): string => csvLine(cells.map((cell) => guarded(cell ?? '')))

/** The cells of a row that brings an address only. */
const alone = CUSTOMER_COLUMNS.slice(1).map(() => '')
const noAddress = Object.keys(ADDRESS_COLUMNS).map(() => '')

const customerCells = (customer: CustomerRecord, groups: Names, organizations: Names): (string | null)[] => [
  customer.id,
  customer.state,
  customer.firstName,
  customer.lastName,
  customer.emailAddress,
  customer.phoneNumber,
  customer.organizationId === null ? '' : organizations.label(customer.organizationId),
  customer.customerGroupIds
    .map((id) => {
      const label = groups.label(id)
      return label.includes(';') ? id : label
    })
    .join(GROUPS),
  customer.acceptsMarketing ? 'yes' : 'no',
  customer.note,
]

const addressCells = (address: AddressRecord, codeOf: (countryId: string) => string): (string | null)[] =>
  Object.values(ADDRESS_COLUMNS).map((column) =>
    column === 'country_id' ? codeOf(address.country_id) : address[column],
  )
