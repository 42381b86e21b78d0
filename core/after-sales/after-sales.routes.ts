import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { orNull } from '../kernel/optional-text.ts'
import { answerWrite } from '../operations/answer.ts'
import { orderSteps } from '../orders/order-changes.ts'
import {
  CancelOrderBody,
  OrderCommentBody,
  Order,
  OrderNoteBody,
  ReopenOrderBody,
  ShippingAddressBody,
} from '../orders/order.schema.ts'
import { cancelOrder } from './cancel-order.ts'
import { commentOnOrder } from './comment-on-order.ts'
import { CopyOrderAnswer } from './copy-order.schema.ts'
import { copyOrderToCart } from './copy-order-to-cart.ts'
import { reopenOrder } from './reopen-order.ts'
import { setOrderNote } from './set-order-note.ts'
import { setShippingAddress } from './set-shipping-address.ts'

const extension = { tags: ['Extensions'], response: answers(Order) }
const config = { scope: 'staff' } as const

/** What is done to an order once it is placed, beyond its money (`orders/payments/`). */
export function afterSalesRoutes(app: App, services: Services): void {
  const step = orderSteps(services)

  app.post(
    '/orders/:orderId/cancel',
    {
      config,
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
      config,
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
      config,
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
    '/orders/:orderId/comments',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'commentOnOrder',
        summary: 'Comment on an order',
        description:
          'For colleagues: it stands in the history of the order with who said it, in no list and on no paper, and is neither ' +
          'changed nor taken back. The order keeps its version.',
        params: idParams('orderId'),
        body: OrderCommentBody,
        ...extension,
      },
    },
    async (request, reply) =>
      step(request, reply, async (db, context, orderId) =>
        commentOnOrder(db, context, orderId, request.body.comment),
      ),
  )

  app.post(
    '/orders/:orderId/shipping-address',
    {
      config,
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
      config,
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
