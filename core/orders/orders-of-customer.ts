import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressIn, addressText } from '../customers/address.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRows, updateRow } from '../database/queries/prepared.ts'
import { eraseReasonsOfOrders } from '../gift-cards/gift-card.repository.ts'
import { chunksOf } from '../kernel/chunks.ts'
import type { Context } from '../operations/context.ts'
import type { EventDetails, OrderEventKind } from './order-event-texts.ts'
import { happening } from './order-event.ts'
import { orderEvent } from './order-events.ts'
import {
  deleteTermRows,
  deleteTermsOfCustomer,
  insertTermRows,
  moveTermsOfCustomer,
  orderTerms,
} from './order-terms.ts'
import type { OrderState } from './order-states.ts'
import { loadOrders, type OrderRow } from './order.repository.ts'

/** The ids of a customer's orders, newest first. */
export async function orderIdsOfCustomer(db: ReadDb, customerId: string): Promise<readonly string[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return orders.map(({ id }) => id)
}

/** Orders that are read, or cleaned, at a time. */
const CHUNK = 200

type OpenOrder = Pick<OrderRow, 'id' | 'order_number' | 'status'>

/** States in which something is still to be paid or delivered. */
const OPEN: readonly OrderState[] = ['new', 'reopened', 'paid']

/** Those of them that are not finished, newest first. */
export const openOrdersOf = async (db: ReadDb, customerId: string): Promise<readonly OpenOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'order_number', 'status'])
    .where('customer_id', '=', customerId)
    .where('status', 'in', OPEN)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Those of carts that are open again: such a cart may be somebody else's by now than who it was placed for. */
export async function reopenedOrders(db: ReadDb, cartIds: readonly string[]): Promise<OpenOrder[]> {
  const orders: OpenOrder[] = []
  for (const some of chunksOf(cartIds, CHUNK)) {
    const reopened = await db
      .selectFrom('orders')
      .select(['id', 'order_number', 'status'])
      .where('id', 'in', some)
      .where('status', '=', 'reopened')
      .execute()
    orders.push(...reopened)
  }
  return orders
}

/**
 * Gives the orders of one customer to another. What was agreed when they were placed stays: the name on them, too.
 * @returns how many
 */
export async function moveOrders(
  db: WriteDb,
  { changes }: Context,
  fromId: string,
  toId: string,
): Promise<number> {
  const moved = await db
    .updateTable('orders')
    .set((eb) => ({ customer_id: toId, version: eb('version', '+', 1) }))
    .where('customer_id', '=', fromId)
    .returning(['id', 'version'])
    .execute()
  await moveTermsOfCustomer(db, fromId, toId)
  changes.push(...moved.map(({ id, version }) => ({ type: 'order.changed' as const, id, version })))
  return moved.length
}

/**
 * Takes everything from the orders of a customer that a person may be known by, or may have written: names, addresses,
 * e-mails, phones, properties, notes and reasons, those about their gift cards, too. What the law asks for stays: numbers, dates, goods, amounts, taxes,
 * payments, and the country and state that they are taxed in. They are found by their numbers and goods alone.
 * @returns how many
 */
export async function eraseOrders(db: WriteDb, context: Context, customerId: string): Promise<number> {
  const orders = await db.selectFrom('orders').select('id').where('customer_id', '=', customerId).execute()
  const ids = orders.map(({ id }) => id)
  for (const some of chunksOf(ids, CHUNK)) {
    await eraseSome(db, context, some)
    // A file's statements take no turn of their own: whoever only reads would wait for all of them.
    await nextTurn()
  }
  await deleteTermsOfCustomer(db, customerId)
  return ids.length
}

const NOBODY = {
  first_name: '',
  last_name: '',
  email_address: null,
  phone_number: null,
}

/** What is left of an address: the country and state that the order is taxed in. */
const withoutPerson = (text: string | null): string | null => {
  const address = addressIn(text)
  return addressText(
    address && {
      ...address,
      ...NOBODY,
      address_name: '',
      company_name: null,
      attention: null,
      line1: '',
      line2: null,
      postal_code: '',
      city: '',
      mobile_phone_number: null,
    },
  )
}

async function eraseSome(db: WriteDb, context: Context, ids: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('orders')
    .select(['id', 'store_id', 'search_terms'])
    .where('id', 'in', ids)
    .execute()
  for (const order of found) await deleteTermRows(db, order)
  const erased = await db
    .updateTable('orders')
    .set((eb) => ({
      version: eb('version', '+', 1),
      customer_first_name: '',
      customer_last_name: '',
      customer_email_address: null,
      customer_phone_number: null,
      note: null,
      delivery_note: null,
      track_and_trace: null,
    }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  for (const table of ['order_properties', 'order_line_properties'] as const) {
    await db.deleteFrom(table).where('order_id', 'in', ids).execute()
  }
  for (const { lines, order } of await loadOrders(db, context.storeId, ids)) {
    const { customer_id, id, order_number: orderNumber, store_id: storeId } = order
    const customer = { ...NOBODY, id: customer_id }
    const terms = orderTerms({ id, storeId, orderNumber, customer, addresses: [], lines })
    await updateRow(db, 'orders', id, {
      search_terms: terms.text,
      billing_address: withoutPerson(order.billing_address),
      shipping_address: withoutPerson(order.shipping_address),
    })
    await insertTermRows(db, terms)
  }
  await eraseEvents(db, ids)
  await eraseReasonsOfOrders(db, ids)
  await insertRows(
    db,
    'order_events',
    ids.map((id) => orderEvent(context, id, 'order.erased')),
  )
  context.changes.push(...erased.map(({ id, version }) => ({ type: 'order.changed' as const, id, version })))
}

/** Kinds of entries that say nothing but what somebody has written, or what leads to a person's door. */
const WRITTEN: readonly OrderEventKind[] = [
  'order.note',
  'order.comment',
  'order.shipping-address',
  'order.track-and-trace',
]

/** What people have written into histories: notes and comments go with their entries, of the others only reasons and e-mails. */
async function eraseEvents(db: WriteDb, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('order_events').where('order_id', 'in', ids).where('kind', 'in', WRITTEN).execute()
  const events = await db
    .selectFrom('order_events')
    .select(['order_id', 'date', 'id', 'kind', 'text', 'details'])
    .where('order_id', 'in', ids)
    .execute()
  for (const { details, kind, text, ...place } of events) {
    const told = withoutReason(kind as OrderEventKind, text, details)
    if (told.text === text) continue
    await db
      .updateTable('order_events')
      .set(told)
      .where((eb) => eb.and(place))
      .execute()
  }
}

function withoutReason(
  kind: OrderEventKind,
  text: string,
  details: string | null,
): { readonly text: string; readonly details: string | null } {
  // What is older than details are has the reason behind a colon.
  if (details === null) return { text: text.replace(/: .*$/su, ''), details }
  const { email, reason, ...known } = JSON.parse(details) as EventDetails
  if (reason === undefined && email === undefined) return { text, details }
  const kept = kind === 'price-group.overridden' ? { ...known, reason: '—' } : known
  const told = happening(kind, kept)
  return { text: told.text, details: told.details }
}
