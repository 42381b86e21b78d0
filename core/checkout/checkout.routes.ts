import { Type } from 'typebox'
import { baseUrl } from '../http/base-url.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { Id } from '../http/schema.ts'
import { answerWrite } from '../operations/answer.ts'
import { PlaceOrderAnswer, PlaceOrderBody } from '../orders/payments/payment.schema.ts'
import { checkoutHeaders, checkoutPage, checkoutPath, getCheckoutState } from './checkout-page.ts'
import { placeOrder } from './place-order.ts'

const PageQuery = Type.Object({ payment: Id, paymentMethod: Id })
const Page = Type.String()

/** Placing an order, and the page behind its payment's address. */
export function checkoutRoutes(app: App, services: Services): void {
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
}
