import { setImmediate as nextTurn } from 'node:timers/promises'
import { historiesOf as cartHistories } from '../carts/cart-events.ts'
import { getCarts } from '../carts/get-cart.ts'
import { customerNoun } from '../customers/manage/customer.noun.ts'
import { doublesOf } from '../customers/manage/customer-doubles.repository.ts'
import { managedCustomer } from '../customers/manage/customer-view.ts'
import { readPeople } from '../customers/manage/people.ts'
import type { Engine, ReadDb } from '../database/engine.ts'
import { grouped } from '../database/queries/grouped.ts'
import { listGiftCardsOfOrders, listReasonsOfOrders } from '../gift-cards/gift-card.repository.ts'
import type { GiftCardOfPerson } from '../gift-cards/gift-card.schema.ts'
import { viewForPerson } from '../gift-cards/view-gift-card.ts'
import { listRecordEvents } from '../history/record-events.ts'
import { chunksOf } from '../kernel/chunks.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Context } from '../operations/context.ts'
import { historiesOf as orderHistories } from '../orders/order-events.ts'
import { orderIdsOfCustomer } from '../orders/orders-of-customer.ts'
import { getOrders } from '../orders/order-view.ts'
import { getRecord } from '../records/get-record.ts'
import { receiptsOfPerson } from '../receipt-emails/forget-receipts.ts'
import { viewReceiptEmail } from '../receipt-emails/view-receipt-email.ts'
import { cartsOfPerson, receiptsSought } from './carts-of-person.ts'
import type { PersonCart, PersonData, PersonOrder } from './people.schema.ts'
import { turnoverOf } from './turnover.ts'

/** A history is read whole. */
const ALL = { limit: 100_000, after: undefined }

/** Carts or orders that are in memory at a time, each of them with all that it has. */
const AT_ONCE = 50

/** What is known of a person; of carts and orders there may be thousands, which come as they are asked for. */
export interface KnownOfPerson extends Omit<PersonData, 'carts' | 'orders'> {
  readonly carts: AsyncIterable<PersonCart>
  readonly orders: AsyncIterable<PersonOrder>
}

/**
 * Everything that the store knows of a person: the customer with its history and that of its doubles, carts, also those
 * that somebody began under one of their e-mails, and orders with their histories and gift cards.
 * @throws CommerceError NotFound
 */
export async function personData(
  database: Pick<Engine, 'read'>,
  context: Context,
  customerId: string,
): Promise<KnownOfPerson> {
  const { storeId } = context
  const { cartIds, orderIds, ...known } = await database.read(
    async (db) => about(db, context, customerId),
    storeId,
  )
  const { id } = known.customer
  return {
    ...known,
    carts: someAtATime(database, storeId, cartIds, async (db, ids) => {
      const events = await cartHistories(db, ids)
      const carts = await getCarts(db, context, ids, id)
      return carts.map((cart) => ({ ...cart, events: events(cart.id) }))
    }),
    orders: someAtATime(database, storeId, orderIds, async (db, ids) => {
      const events = await orderHistories(db, ids)
      const giftCards = await giftCardsOf(db, ids)
      const orders = await getOrders(db, context, ids)
      return orders.map((order) => ({ ...order, events: events(order.id), giftCards: giftCards(order.id) }))
    }),
  }
}

/** The gift cards of orders, by the orders' ids. */
async function giftCardsOf(
  db: ReadDb,
  orderIds: readonly string[],
): Promise<(orderId: string) => GiftCardOfPerson[]> {
  const cards = Map.groupBy(await listGiftCardsOfOrders(db, orderIds), (card) => card.order_id)
  const reasonsOf = grouped(await listReasonsOfOrders(db, orderIds), 'gift_card_id')
  return (orderId) => (cards.get(orderId) ?? []).map((card) => viewForPerson(card, reasonsOf(card.id)))
}

async function about(db: ReadDb, { now, storeId }: Context, customerId: string) {
  const customer = await getRecord(db, customerNoun, storeId, customerId)
  const people = await readPeople(db, storeId)
  const doubles = await doublesOf(db, customer.id)
  const events = []
  for (const id of [customer.id, ...doubles.map((double) => double.id)]) {
    events.push(...(await listRecordEvents(db, storeId, id, ALL)).rows)
  }
  const { begun, own } = await cartsOfPerson(db, storeId, customer)
  const receipts = await receiptsOfPerson(db, await receiptsSought(db, storeId, customer))
  return {
    exportedDate: timestamp(now),
    store: { id: people.store.id, name: people.store.name },
    customer: managedCustomer(people, customer),
    ...(await turnoverOf(db, customer.id)),
    doubles: [...doubles],
    events,
    receiptEmails: receipts.map((row) => ({ orderId: row.order_id, ...viewReceiptEmail(row) })),
    cartIds: [...own, ...begun],
    orderIds: await orderIdsOfCustomer(db, customer.id),
  }
}

/** Reads what ids are of, some at a time, each time on one state. Between them others have their turn. */
async function* someAtATime<T>(
  database: Pick<Engine, 'read'>,
  storeId: string,
  ids: readonly string[],
  read: (db: ReadDb, ids: readonly string[]) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (const some of chunksOf(ids, AT_ONCE)) {
    yield* await database.read(async (db) => read(db, some), storeId)
    await nextTurn()
  }
}
