import type { ReadDb } from '../../database/engine.ts'
import { forgetChanges, lastVersions } from '../../history/record-events.ts'
import { timestamp } from '../../kernel/clock.ts'
import { conflict } from '../../kernel/errors.ts'
import { newId, parseId } from '../../kernel/ids.ts'
import { eraseKeptAnswers } from '../../operations/idempotency.ts'
import { defineNoun, type RecordRows, type Wanted } from '../../records/noun.ts'
import { findCustomerRows, knownIds } from '../customer.repository.ts'
import { isWalkInCustomer } from '../walk-in-customer.ts'
import { checkCustomers } from './check-customers.ts'
import { idsOf } from './customer-doubles.repository.ts'
import { customerFields, type CustomerDraft, type CustomerRecord } from './customer-record.ts'
import {
  completeRecords,
  CUSTOMER,
  deleteCustomerRecord,
  findCustomerRecords,
  insertCustomerRecords,
  isCustomerUsed,
  updateCustomerRecords,
  type Terms,
} from './customer-record.repository.ts'
import { managedCustomer } from './customer-view.ts'
import {
  CustomerBody,
  CustomerPatch,
  ManagedCustomer,
  ManagedCustomersAnswer,
  ManagedCustomersQuery,
} from './managed-customer.schema.ts'
import { nameOfCircle, readPeople, type People } from './people.ts'
import { readCustomerBody } from './read-customer-body.ts'

const rowsWith = (terms: Terms): RecordRows<CustomerRecord> => ({
  table: 'customers',
  insert: async (db, { now, storeId }, customers) =>
    insertCustomerRecords(db, storeId, timestamp(now), customers, terms),
  update: async (db, { storeId }, changes) => updateCustomerRecords(db, storeId, changes, terms),
  delete: async (db, _author, customer) => {
    // Nobody finds the customer afterwards, to erase what is left of the person.
    const people = await idsOf(db, customer.id)
    await forgetChanges(db, people)
    await eraseKeptAnswers(db, people)
    await deleteCustomerRecord(db, customer)
  },
})

/** How customers are kept where the words by which they are found are written soon after (`records/unindexed-records.ts`). */
export const unindexedCustomerRows = rowsWith('later')

/** The customers of the shop: whoever is at the counter makes and edits them. */
export const customerNoun = defineNoun<
  People,
  CustomerDraft,
  CustomerRecord,
  {
    body: typeof CustomerBody
    patch: typeof CustomerPatch
    record: typeof ManagedCustomer
    list: typeof ManagedCustomersAnswer
    query: typeof ManagedCustomersQuery
  }
>({
  one: CUSTOMER,
  many: 'customers',
  schemas: {
    body: CustomerBody,
    patch: CustomerPatch,
    record: ManagedCustomer,
    list: ManagedCustomersAnswer,
    query: ManagedCustomersQuery,
  },
  scopes: { read: 'staff', write: 'staff', remove: 'manage' },
  operationIds: { create: 'createManagedCustomer' },
  says: {
    list: 'By name, those that are retired too, and nobody whose data has been erased.',
    get: 'Its version is in the `ETag`. The id of a double finds the customer that it was merged into.',
    remove:
      'One who has carts or orders is kept, and offered no more. Their data stays: see `/manage/customers/{id}/erase`.',
  },
  around: readPeople,
  find: findCustomerRecord,
  list: async (db, storeId, page, { state, ...filter }) => {
    const states = state === undefined ? (['active', 'retired'] as const) : [state]
    const { next, rows } = await findCustomerRows(db, storeId, page, { ...filter, states })
    return { rows: await completeRecords(db, rows), next }
  },
  view: managedCustomer,
  read: (_people, body) => readCustomerBody(body),
  check: checkCustomers,
  become: async (db, wanted) => {
    // One who was deleted may come back under their id, by a file: their history goes on.
    const ids = wanted.flatMap(({ before, draft }) => (before ? [] : (draft.id ?? [])))
    const versions = await lastVersions(db, ids)
    return wanted.map((each) => becomes(each, versions.get(each.draft.id ?? '')))
  },
  fields: (people, customer) => customerFields(customer, nameOfCircle(people)),
  rows: rowsWith('now'),
  removal: {
    isUsed: async (db, { id }) => {
      await requireNoWalkIn(db, id)
      return isCustomerUsed(db, id)
    },
    retired: (customer) => ({ ...customer, state: customer.state === 'erased' ? 'erased' : 'retired' }),
  },
})

/** The customer of an id, whatever its state; of a double's, the one that it was merged into. */
export async function findCustomerRecord(
  db: ReadDb,
  storeId: string,
  key: string,
): Promise<CustomerRecord | undefined> {
  const id = parseId(key)
  return id === undefined
    ? undefined
    : (await findCustomerRecords(db, storeId, await knownIds(db, storeId, [id])))[0]
}

/** The customer that a draft makes: new addresses get their ids. */
const becomes = ({ before, draft }: Wanted<CustomerDraft, CustomerRecord>, gone = 0): CustomerRecord => ({
  ...draft,
  id: before?.id ?? draft.id ?? newId(),
  version: (before?.version ?? gone) + 1,
  customerGroupIds: [...new Set(draft.customerGroupIds)].sort(),
  addresses: draft.addresses.map(({ id, ...address }) => ({ ...address, id: id ?? newId() })),
  otherEmails: before?.otherEmails ?? [],
})

/** @throws CommerceError Conflict for the one that all walk-ins are booked on */
export async function requireNoWalkIn(db: ReadDb, customerId: string): Promise<void> {
  if (await isWalkInCustomer(db, customerId))
    throw conflict('customer.walk-in', 'All walk-ins of the shop are booked on this customer: it stays.')
}
