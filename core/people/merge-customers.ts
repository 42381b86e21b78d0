import { cartsOfCustomer, lockCarts, moveCarts } from '../carts/carts-of-customer.ts'
import { NOTE_LENGTH } from '../http/schema.ts'
import { customerNoun, findCustomerRecord, requireNoWalkIn } from '../customers/manage/customer.noun.ts'
import { addDouble, moveDoubles } from '../customers/manage/customer-doubles.repository.ts'
import {
  deleteCustomerRecord,
  lockCustomers,
  updateCustomerRecords,
} from '../customers/manage/customer-record.repository.ts'
import {
  customerFields,
  customerLabel,
  type AddressRecord,
  type CustomerRecord,
} from '../customers/manage/customer-record.ts'
import { MAX_ADDRESSES } from '../customers/manage/managed-customer.schema.ts'
import { nameOfCircle, readPeople, type People } from '../customers/manage/people.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { recordDone } from '../history/record-events.ts'
import { badRequest, CommerceError, conflict, fault, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { moveOrders, orderIdsOfCustomer } from '../orders/orders-of-customer.ts'
import { fieldChanges } from '../history/field-changes.ts'
import { getSeenRecord } from '../records/get-record.ts'
import { nounOf } from '../records/noun.ts'

const CUSTOMER = nounOf(customerNoun)

/** What a merge does. */
export interface Merged {
  /** The customer that stays, as it is afterwards. */
  readonly customer: CustomerRecord
  readonly people: People
  /** How many move to it. */
  readonly orders: number
  /** Of those that are open. */
  readonly carts: number
  readonly addresses: number
  readonly customerGroups: number
}

/** Says what a merge would do, and writes nothing. @throws as `mergeCustomers` */
export async function previewMerge(
  db: ReadDb,
  context: Context,
  keptId: string,
  doubleId: string,
): Promise<Merged> {
  const { double, kept } = await readBoth(db, context, keptId, doubleId)
  return {
    ...(await plan(db, context, kept, double)),
    orders: (await orderIdsOfCustomer(db, double.id)).length,
    carts: (await cartsOfCustomer(db, double.id)).filter(({ state }) => state === 'open').length,
  }
}

/**
 * Makes one customer of two: orders, carts, addresses and groups of the double move to the one that stays, and what that
 * one lacks is taken from it. The double is gone; its id and its e-mail lead to the one that stays. Orders keep the names
 * that they were placed with.
 * @throws CommerceError NotFound; BadRequest where they are one already; Conflict where the one that stays is no longer
 *   the version that the caller has seen, one has been erased, one is the customer of all walk-ins, or the two have more
 *   than one customer holds
 */
export async function mergeCustomers(
  db: WriteDb,
  context: Context,
  keptId: string,
  doubleId: string,
): Promise<Merged> {
  const { storeId } = context
  const seen = await readBoth(db, context, keptId, doubleId)
  const carts = await cartsOfCustomer(db, seen.double.id)
  await lockCarts(
    db,
    carts.map(({ id }) => id),
  )
  await lockCustomers(db, storeId, [seen.kept.id, seen.double.id])
  const { double, kept } = await readBoth(db, context, keptId, doubleId)
  const merged = await plan(db, context, kept, double)
  const { customer, people } = merged
  const moved = await moveCarts(db, context, double.id, customer)
  const orders = await moveOrders(db, context, double.id, kept.id)
  await moveDoubles(db, double.id, kept.id)
  await deleteCustomerRecord(db, double)
  const email = double.emailAddress === customer.emailAddress ? null : double.emailAddress
  await addDouble(db, storeId, { id: double.id, email }, kept.id)
  await updateCustomerRecords(db, storeId, [{ before: kept, after: customer }])
  const fields = (record: CustomerRecord) => customerFields(record, nameOfCircle(people))
  await recordDone(db, context, [
    {
      recordId: kept.id,
      noun: CUSTOMER,
      version: customer.version,
      kind: 'merged',
      changes: [
        { field: 'double', from: null, to: `${customerLabel(double)} (${double.id})` },
        ...fieldChanges(fields(kept), fields(customer)),
      ],
    },
    {
      recordId: double.id,
      noun: CUSTOMER,
      version: double.version + 1,
      kind: 'merged',
      changes: [{ field: 'mergedInto', from: null, to: `${customerLabel(customer)} (${kept.id})` }],
    },
  ])
  return { ...merged, orders, carts: moved }
}

async function readBoth(
  db: ReadDb,
  context: Context,
  keptId: string,
  doubleId: string,
): Promise<{ readonly kept: CustomerRecord; readonly double: CustomerRecord }> {
  const kept = await getSeenRecord(db, context, customerNoun, keptId)
  const double = await findCustomerRecord(db, context.storeId, doubleId)
  if (!double) throw badRequest('customer.not-found', 'there is no such customer', 'doubleId')
  if (double.id === kept.id)
    throw badRequest('customer.same', 'is this customer already: there is nothing to merge', 'doubleId')
  for (const { id, state } of [kept, double]) {
    await requireNoWalkIn(db, id)
    if (state === 'erased')
      throw new CommerceError('Conflict', 'customer.erased', [
        fault('customer.erased-of-two', 'The data of one of the two has been erased: they cannot be merged.'),
      ])
  }
  return { kept, double }
}

/** What becomes of the one that stays. */
async function plan(
  db: ReadDb,
  { storeId }: Context,
  kept: CustomerRecord,
  double: CustomerRecord,
): Promise<Omit<Merged, 'orders' | 'carts'>> {
  const known = new Set(kept.addresses.map(placeOf))
  const addresses = double.addresses.filter((address) => !known.has(placeOf(address)))
  const groups = double.customerGroupIds.filter((id) => !kept.customerGroupIds.includes(id))
  const emailAddress = kept.emailAddress ?? double.emailAddress
  const hasName = `${kept.firstName}${kept.lastName}` !== ''
  const emails = [...kept.otherEmails, ...double.otherEmails, double.emailAddress]
  const customer: CustomerRecord = {
    ...kept,
    // The double's id leads here, too: whoever has seen either of the two has seen an older version.
    version: Math.max(kept.version, double.version) + 1,
    firstName: hasName ? kept.firstName : double.firstName,
    lastName: hasName ? kept.lastName : double.lastName,
    emailAddress,
    phoneNumber: kept.phoneNumber ?? double.phoneNumber,
    organizationId: kept.organizationId ?? double.organizationId,
    // Whoever is offered still does not go with their double.
    state: kept.state === 'active' ? kept.state : double.state,
    customerGroupIds: [...kept.customerGroupIds, ...groups].sort(),
    note: joined(kept.note, double.note),
    // Whoever has agreed, has agreed for the e-mail that they gave.
    acceptsMarketing: kept.emailAddress === null ? double.acceptsMarketing : kept.acceptsMarketing,
    addresses: [...kept.addresses, ...addresses],
    otherEmails: [...new Set(emails.filter((email) => email !== null && email !== emailAddress))]
      .filter((email) => email !== null)
      .sort(),
  }
  requireHeld(customer)
  return {
    customer,
    people: await readPeople(db, storeId),
    addresses: addresses.length,
    customerGroups: groups.length,
  }
}

/** What one customer cannot hold would be cut off and lost, or be in the way of everything that is saved of them later. */
function requireHeld({ addresses, note }: CustomerRecord): void {
  if (addresses.length > MAX_ADDRESSES)
    throw conflict(
      'customer.addresses-of-two',
      said`Together the two have ${{ addresses: addresses.length }} addresses, and a customer has at most ${{ limit: MAX_ADDRESSES }}: remove some of them first.`,
    )
  if (note !== null && note.length > NOTE_LENGTH)
    throw conflict(
      'customer.notes-of-two',
      said`Together the notes of the two have ${{ length: note.length }} characters, and a note has at most ${{ limit: NOTE_LENGTH }}: shorten one of them first.`,
    )
}

/** All that an address says, whatever it is called. */
const placeOf = ({ address_name: _, id: __, ...address }: AddressRecord): string =>
  JSON.stringify(
    Object.entries(address)
      .map(([column, text]) => [column, text?.trim().toLowerCase() ?? ''])
      .sort(),
  )

function joined(one: string | null, other: string | null): string | null {
  const notes = [...new Set([one, other].filter((note) => note !== null))]
  return notes.length === 0 ? null : notes.join('\n\n')
}
