import { withIssuedUncoded } from '../gift-cards/view-gift-card.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { Paging } from '../http/pagination.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { getCartRow } from '../carts/cart.repository.ts'
import { addressIn } from '../customers/address.ts'
import { methodsOfPayer } from '../orders/payments/methods-of-payment.ts'
import { MethodsOfPaymentAnswer, MethodsOfPaymentQuery } from '../orders/payments/payment.schema.ts'
import { returnGoods } from './return-goods.ts'
import { ReturnAnswer, ReturnGoodsBody } from './return.schema.ts'

/** Goods that come back without the order that they were sold with. */
export function returnRoutes(app: App, services: Services): void {
  app.get(
    '/carts/:cartId/return-methods',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listMethodsOfReturn',
        summary: 'Get the methods by which the goods of a cart may be paid back',
        description:
          'Those that serve the country of the bill, in the order of the store; none where the cart has no bill.',
        tags: ['Extensions'],
        params: idParams('cartId'),
        querystring: MethodsOfPaymentQuery,
        response: answers(MethodsOfPaymentAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const cart = await getCartRow(db, storeId, request.params.cartId)
        const payer = {
          countryId: addressIn(cart.billing_address)?.country_id,
          currencyId: cart.currency_id,
        }
        return methodsOfPayer(db, storeId, paging, payer, request.query.cultureCode)
      }),
  )

  app.post(
    '/returns',
    {
      config: { scope: 'manage', approvable: true, heedsIfMatch: true },
      schema: {
        operationId: 'returnGoods',
        'x-refuses': ['NotFound', 'Conflict'],
        summary: 'Take goods back without their order',
        description:
          'The cart that they stand in becomes an order with the status `Return`: nothing of it was received here, and what its goods ' +
          'cost now, campaigns taken off, is paid back. It is no sale of its day, uses no campaign, and goes no further. Its money and the ' +
          'tax in it count among what was paid back. By a method that redeems gift cards a new card is issued. A delivery that costs ' +
          'something, gift cards among the goods, and more than a gift card may hold onto one, are refused. With `If-Match` (the version of the cart) nothing is paid back for a ' +
          'cart that somebody has changed since.',
        tags: ['Extensions'],
        body: ReturnGoodsBody,
        response: answers(ReturnAnswer),
      },
    },
    async (request, reply) =>
      answerWrite<ReturnAnswer>(
        services,
        request,
        reply,
        async (db, context) => {
          const { issued, ...ids } = await returnGoods(db, context, request.body)
          return { value: { ...ids, ...(issued && { issued }) }, changes: context.changes }
        },
        withIssuedUncoded,
      ),
  )
}
