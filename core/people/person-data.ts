import { listCartEvents } from '../carts/cart-events.ts'
import { getCart } from '../carts/get-cart.ts'
import { customerNoun } from '../customers/manage/customer.noun.ts'
import { doublesOf } from '../customers/manage/customer-doubles.repository.ts'
import { managedCustomer } from '../customers/manage/customer-view.ts'
import { readPeople } from '../customers/manage/people.ts'
import type { ReadDb } from '../database/engine.ts'
import { listRecordEvents } from '../history/record-events.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Context } from '../operations/context.ts'
import { listEvents } from '../orders/order-events.ts'
import { ordersOfCustomer } from '../orders/orders-of-customer.ts'
import { getOrder } from '../orders/order-view.ts'
import { getRecord } from '../records/get-record.ts'
import { cartsOfPerson } from './carts-of-person.ts'
import type { PersonData } from './people.schema.ts'
import { turnoverOf } from './turnover.ts'

/** A history is read whole. */
const ALL = { limit: 100_000, after: undefined }

/**
 * Everything that the store knows of a person: the customer with its history and that of its doubles, carts, also those
 * that somebody began under one of their e-mails, and orders with their histories.
 * @throws CommerceError NotFound
 */
export async function personData(db: ReadDb, context: Context, customerId: string): Promise<PersonData> {
  const { now, storeId } = context
  const customer = await getRecord(db, customerNoun, storeId, customerId)
  const people = await readPeople(db, storeId)
  const doubles = await doublesOf(db, customer.id)
  const events = []
  for (const id of [customer.id, ...doubles.map((double) => double.id)]) {
    events.push(...(await listRecordEvents(db, storeId, id, ALL)).rows)
  }
  const { begun, own } = await cartsOfPerson(db, storeId, customer)
  const carts = []
  for (const id of [...own, ...begun]) {
    const { cart } = await getCart(db, context, id, {})
    carts.push({ ...cart, events: [...(await listCartEvents(db, context, id, ALL)).rows] })
  }
  const orders = []
  for (const { id } of await ordersOfCustomer(db, customer.id)) {
    const order = await getOrder(db, context, id)
    orders.push({ ...order, events: [...(await listEvents(db, id, ALL)).rows] })
  }
  return {
    exportedDate: timestamp(now),
    store: { id: people.store.id, name: people.store.name },
    customer: managedCustomer(people, customer),
    ...(await turnoverOf(db, customer.id)),
    doubles: [...doubles],
    events,
    carts,
    orders,
  }
}
