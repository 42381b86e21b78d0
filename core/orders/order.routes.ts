import type { ReadDb } from '../database/engine.ts'
import { COUNTED, countOf } from '../database/queries/keyset.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { CountAnswer, PageQuery } from '../http/schema.ts'
import { answerRead } from '../operations/answer.ts'
import { getOrderRow, type OrderRow } from './order.repository.ts'
import { getPaymentRow, methodNamesOf } from './payments/payment.repository.ts'
import { getCurrency, getStore } from '../stores/store.repository.ts'
import { completeOrder, setTrackAndTrace } from './change-order.ts'
import { listTaxedTransactions, taxedPartsOf } from './payments/taxed-transactions.ts'
import { viewTaxes, viewTransaction } from './payments/transaction-view.ts'
import { OrderTransactionsAnswer } from './payments/transaction.schema.ts'
import { listOrders } from './list-orders.ts'
import { orderSteps } from './order-changes.ts'
import { getOrder, getOrderWithPriceGroups } from './order-view.ts'
import type { Speech } from './order-event-texts.ts'
import { listEvents } from './order-events.ts'
import {
  GetOrderAnswer,
  GetOrderQuery,
  Order,
  OrderEventsAnswer,
  OrderEventsQuery,
  TrackAndTraceBody,
  OrdersAnswer,
  OrdersCountQuery,
  OrdersQuery,
} from './order.schema.ts'

const orderParams = idParams('orderId')
const paymentParams = idParams('paymentId')
const extension = { tags: ['Extensions'], response: answers(Order) }
const staff = { scope: 'staff' } as const

/** How the history of an order is told in the language of a culture. */
const speechOf = async (db: ReadDb, order: OrderRow, words: string): Promise<Speech> => ({
  words,
  amounts: order.culture_code,
  methods: await methodNamesOf(db, await getStore(db, order.store_id), order.id, words),
})

export function orderRoutes(app: App, services: Services): void {
  const step = orderSteps(services)

  app.get(
    '/orders',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'findOrders',
        summary: 'Find orders',
        tags: ['Extensions'],
        querystring: OrdersQuery,
        response: answers(OrdersAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const orders = await listOrders(db, await getStore(db, storeId), paging.page, request.query)
        return { orders: [...orders.rows], nextPagingToken: paging.next(orders) }
      }),
  )

  app.get(
    '/orders/count',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'countOrders',
        summary: 'Count orders',
        description:
          'How many orders a search finds, so that whoever reads its first page knows what is behind it.',
        tags: ['Extensions'],
        querystring: OrdersCountQuery,
        response: answers(CountAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) =>
        countOf(await listOrders(db, await getStore(db, storeId), COUNTED, request.query)),
      ),
  )

  app.get(
    '/orders/:orderId',
    {
      config: { scope: ['storefront', 'support'] },
      schema: {
        operationId: 'getOrder',
        'x-section': '4.11',
        summary: 'Get order by order id',
        tags: ['Orders'],
        params: orderParams,
        querystring: GetOrderQuery,
        response: answers(GetOrderAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context): Promise<GetOrderAnswer> => {
        const { orderId } = request.params
        return request.query.include === undefined
          ? getOrder(db, context, orderId)
          : getOrderWithPriceGroups(db, context, orderId)
      }),
  )

  const ofPayment = [
    { url: '/orders/payments/:paymentId', operationId: 'getOrderByPayment' },
    { url: '/payments/:paymentId/order', operationId: 'getOrderOfPayment' },
  ]
  for (const { url, operationId } of ofPayment) {
    app.get(
      url,
      {
        config: { scope: ['storefront', 'support'] },
        schema: {
          operationId,
          'x-section': '4.11',
          summary: 'Get order by payment GUID',
          tags: ['Orders'],
          params: paymentParams,
          response: answers(Order),
        },
      },
      async (request) =>
        answerRead(services, request, async (db, context) => {
          const payment = await getPaymentRow(db, context.storeId, request.params.paymentId)
          return getOrder(db, context, payment.order_id)
        }),
    )
  }

  app.get(
    '/orders/:orderId/events',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'listOrderEvents',
        summary: 'Get the history of an order',
        tags: ['Extensions'],
        params: orderParams,
        querystring: OrderEventsQuery,
        response: answers(OrderEventsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const order = await getOrderRow(db, storeId, request.params.orderId)
        const { cultureCode: words } = request.query
        const speech = words === undefined ? undefined : await speechOf(db, order, words)
        const events = await listEvents(db, order.id, paging.page, speech)
        return { events: [...events.rows], nextPagingToken: paging.next(events) }
      }),
  )

  app.get(
    '/orders/:orderId/transactions',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'listOrderTransactions',
        summary: 'Get the money of an order that came and went',
        description:
          'Oldest first: what was received and refunded, what of it is tax at which rate, and the goods that came back; ' +
          'and what of the order itself is.',
        tags: ['Extensions'],
        params: orderParams,
        querystring: PageQuery,
        response: answers(OrderTransactionsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const order = await getOrderRow(db, storeId, request.params.orderId)
        const { isoCode } = await getCurrency(db, order.currency_id)
        const moved = await listTaxedTransactions(db, { orderId: order.id }, paging.page)
        return {
          transactions: moved.rows.map(viewTransaction),
          taxes: viewTaxes(await taxedPartsOf(db, order), isoCode).taxes,
          nextPagingToken: paging.next(moved),
        }
      }),
  )

  app.post(
    '/orders/:orderId/complete',
    {
      config: staff,
      schema: {
        operationId: 'completeOrder',
        summary: 'Complete an order',
        params: orderParams,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) => completeOrder(db, context, orderId)),
  )

  app.post(
    '/orders/:orderId/track-and-trace',
    {
      config: staff,
      schema: {
        operationId: 'setTrackAndTrace',
        summary: 'Set by what the parcel of an order is followed',
        params: orderParams,
        body: TrackAndTraceBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) =>
        setTrackAndTrace(db, context, orderId, request.body),
      ),
  )
}
