import { eraseCarts, lockCarts } from '../carts/carts-of-customer.ts'
import { customerNoun, requireNoWalkIn } from '../customers/manage/customer.noun.ts'
import {
  deleteCustomerRecord,
  lockCustomers,
  updateCustomerRecords,
} from '../customers/manage/customer-record.repository.ts'
import { forgetEmails, idsOf } from '../customers/manage/customer-doubles.repository.ts'
import { NOBODY, type CustomerRecord } from '../customers/manage/customer-record.ts'
import type { WriteDb } from '../database/engine.ts'
import { forgetChanges, recordDone } from '../history/record-events.ts'
import { conflict, said } from '../kernel/errors.ts'
import { eraseKeptAnswers } from '../operations/idempotency.ts'
import type { Context } from '../operations/context.ts'
import { orderStatuses } from '../orders/order-states.ts'
import { eraseOrders, openOrdersOf, reopenedOrders } from '../orders/orders-of-customer.ts'
import { getSeenRecord } from '../records/get-record.ts'
import { nounOf } from '../records/noun.ts'
import { eraseReceipts } from '../receipt-emails/forget-receipts.ts'
import { cartsOfPerson, receiptsSought } from './carts-of-person.ts'

const CUSTOMER = nounOf(customerNoun)
/** More numbers would not help. */
const TOLD = 5

/** What was erased. */
export interface Erased {
  readonly id: string
  readonly version: number
  /** Those that stay, without anything of the person. */
  readonly orders: number
  readonly carts: number
}

/**
 * Erases what is known of a person, for good: of the customer, their doubles, carts and orders, out of searches, histories
 * and kept answers too. Orders stay, with what the law asks for and no more.
 * @throws CommerceError NotFound; Conflict where it is no longer the version that the caller has seen, while one of their
 *   orders is still to be paid or delivered, or one is open again for them (naming it), and for the customer of all walk-ins
 */
export async function eraseCustomer(db: WriteDb, context: Context, customerId: string): Promise<Erased> {
  const { storeId } = context
  const seen = await getKnown(db, context, customerId)
  const carts = await cartsOfPerson(db, storeId, seen)
  await lockCarts(db, [...carts.own, ...carts.begun])
  await lockCustomers(db, storeId, [seen.id])
  const customer = await getKnown(db, context, customerId)
  const { id } = customer
  const { begun, own } = await cartsOfPerson(db, storeId, customer)
  await requireNothingOpen(db, id, [...own, ...begun])

  const receipts = await eraseReceipts(db, await receiptsSought(db, storeId, customer))
  const orders = await eraseOrders(db, context, id)
  await eraseCarts(db, context, own, orders > 0 ? id : null)
  await eraseCarts(db, context, begun, null)
  const people = await idsOf(db, id)
  await forgetEmails(db, id)
  await forgetChanges(db, people)
  // An order has the id of its cart.
  await eraseKeptAnswers(db, [...people, ...own, ...begun, ...receipts])
  const version = customer.version + 1
  if (orders === 0) {
    await deleteCustomerRecord(db, customer)
  } else {
    const after = { ...NOBODY, id, version, state: 'erased' as const, addresses: [], otherEmails: [] }
    await updateCustomerRecords(db, storeId, [{ before: customer, after }])
    // Also where it had no e-mail by then: an order may have made it for one.
    await db.updateTable('customers').set({ made_for_email: null }).where('id', '=', id).execute()
  }
  await recordDone(db, context, [{ recordId: id, noun: CUSTOMER, version, kind: 'erased', changes: [] }])
  return { id, version, orders, carts: own.length + begun.length }
}

/** A person of whom something is known. @throws CommerceError as `eraseCustomer` */
async function getKnown(db: WriteDb, context: Context, customerId: string): Promise<CustomerRecord> {
  const customer = await getSeenRecord(db, context, customerNoun, customerId)
  await requireNoWalkIn(db, customer.id)
  if (customer.state === 'erased')
    throw conflict('customer.erased', 'The data of this customer has been erased.')
  return customer
}

async function requireNothingOpen(
  db: WriteDb,
  customerId: string,
  cartIds: readonly string[],
): Promise<void> {
  const orders = [...(await openOrdersOf(db, customerId)), ...(await reopenedOrders(db, cartIds))]
  const open = [...new Map(orders.map((order) => [order.id, order])).values()]
  if (open.length === 0) return
  const told = open
    .slice(0, TOLD)
    .map(({ order_number, status }) => `${order_number} (${orderStatuses[status].name})`)
  const more = open.length > TOLD ? ` and ${open.length - TOLD} more` : ''
  throw conflict(
    'customer.open-orders',
    said`Complete or cancel these orders first: ${{ orders: told.join(', ') + more }}. Until then the data is needed to deliver them and to be paid.`,
  )
}
