import { Type } from 'typebox'
import { baseUrl } from '../http/base-url.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { Id } from '../http/schema.ts'
import { orNull } from '../customers/address.ts'
import { answerWrite } from '../operations/answer.ts'
import { orderSteps } from '../orders/order-changes.ts'
import {
  CancelOrderBody,
  Order,
  OrderNoteBody,
  ReopenOrderBody,
  ShippingAddressBody,
} from '../orders/order.schema.ts'
import { PlaceOrderAnswer, PlaceOrderBody } from '../orders/payments/payment.schema.ts'
import { cancelOrder } from './cancel-order.ts'
import { checkoutHeaders, checkoutPage, checkoutPath, getCheckoutState } from './checkout-page.ts'
import { CopyOrderAnswer } from './copy-order.schema.ts'
import { copyOrderToCart } from './copy-order-to-cart.ts'
import { placeOrder } from './place-order.ts'
import { reopenOrder } from './reopen-order.ts'
import { setOrderNote } from './set-order-note.ts'
import { setShippingAddress } from './set-shipping-address.ts'

const extension = { tags: ['Extensions'], response: answers(Order) }
const staff = { scope: 'staff' } as const

const PageQuery = Type.Object({ payment: Id, paymentMethod: Id })
const Page = Type.String()

export function checkoutRoutes(app: App, services: Services): void {
  const step = orderSteps(services)

  app.post(
    '/payments',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'placeOrder',
        'x-section': '4.8',
        'x-refuses': ['NotFound'],
        summary: 'Convert a cart to an order (payment)',
        description:
          'The order has the id of the cart. Repeating the call with the same method changes nothing; another method ' +
          'takes the place of one that has not been received. Discounts are those of the moment, as `GET /carts/{cartId}` ' +
          'shows them. With `If-Match` (the version of the cart) nothing is placed that somebody has changed since, and with ' +
          '`expectedTotal` nothing that costs something else, as a campaign that ends or is used up changes no cart: Conflict, ' +
          'with the current version as `ETag`. Without `expectedTotal`, a cart that was priced with a campaign that is used ' +
          'up since is Conflict until it is changed. ' +
          'BadRequest names everything that is missing: a name on the bill, and an address wherever something ' +
          'is sent to. While nothing has been received, a change of the cart opens it again: its payment is voided, and ' +
          'placing it makes another, with a new `Idempotency-Key` where one is used.',
        tags: ['Payments'],
        body: PlaceOrderBody,
        response: answers(PlaceOrderAnswer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const paymentId = await placeOrder(db, context, request.body)
        const path = checkoutPath(paymentId, request.body.paymentMethodId)
        const value = { paymentId, paymentUrl: `${baseUrl(request)}${path}` }
        return { value, changes: context.changes }
      }),
  )

  app.get(
    '/checkout',
    {
      schema: {
        operationId: 'showCheckout',
        'x-section': '4.8',
        'x-refuses': ['NotFound'],
        summary: 'The page behind a payment URL',
        tags: ['Payments'],
        security: [],
        produces: ['text/html'],
        querystring: PageQuery,
        response: answers(Page),
      },
    },
    async (request, reply) => {
      const { payment, paymentMethod } = request.query
      const state = await services.database.read(async (db) => getCheckoutState(db, payment, paymentMethod))
      return reply.headers(checkoutHeaders).send(checkoutPage(state))
    },
  )

  app.post(
    '/orders/:orderId/cancel',
    {
      config: staff,
      schema: {
        operationId: 'cancelOrder',
        summary: 'Cancel an order',
        description:
          'A payment that has not been received is voided. While money is held, `refund` says whether it is paid back ' +
          'or kept; without it the answer is BadRequest, which names the amount.',
        params: idParams('orderId'),
        body: CancelOrderBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) =>
        cancelOrder(db, context, orderId, { ...request.body, reason: orNull(request.body.reason) }),
      ),
  )

  app.post(
    '/orders/:orderId/reopen',
    {
      config: staff,
      schema: {
        operationId: 'reopenOrder',
        summary: 'Reopen an order',
        description:
          'Opens the cart of a new order again while nothing has been received: the payment is voided, the cart may be ' +
          'changed, and placing it takes a new payment. A change of the cart does the same by itself. The order shows ' +
          'what was placed last until then.',
        params: idParams('orderId'),
        body: ReopenOrderBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) =>
        reopenOrder(db, context, orderId, orNull(request.body.reason)),
      ),
  )

  app.post(
    '/orders/:orderId/note',
    {
      config: staff,
      schema: {
        operationId: 'setOrderNote',
        summary: 'Set the note of an order',
        params: idParams('orderId'),
        body: OrderNoteBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) => setOrderNote(db, context, orderId, request.body)),
  )

  app.post(
    '/orders/:orderId/shipping-address',
    {
      config: staff,
      schema: {
        operationId: 'setShippingAddress',
        summary: 'Send the goods of an order to another address',
        description:
          'Of an order that is delivered and neither completed nor cancelled, paid or not, within the same country: what it costs ' +
          'stays as it was agreed. The address is whole, as when the order is placed, and gets another `id`. Of a reopened order the ' +
          'cart is changed instead; that of another one has the address, too, in its next version.',
        params: idParams('orderId'),
        body: ShippingAddressBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) =>
        setShippingAddress(db, context, orderId, request.body),
      ),
  )

  app.post(
    '/orders/:orderId/cart',
    {
      config: staff,
      schema: {
        operationId: 'copyOrderToCart',
        summary: 'Copy an order to a new cart',
        description:
          'Goods and delivery at the prices of today, customer and addresses; not the note and the properties of the order. ' +
          'It is in the language of the order, or that of the store where it has dropped that one. ' +
          'In the place of a price group that is offered no more comes the best that is valid for the customer. What is ' +
          'not sold any more is named in `leftOut`; where nothing is, no cart is made: BadRequest.',
        tags: ['Extensions'],
        params: idParams('orderId'),
        response: answers(CopyOrderAnswer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const value = await copyOrderToCart(db, context, request.params.orderId)
        return { value, changes: context.changes }
      }),
  )
}
