import { GiftCardsOfOrder, IssuedGiftCard, IssueSoldGiftCardBody } from '../gift-cards/gift-card.schema.ts'
import { withoutCode } from '../gift-cards/view-gift-card.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { getGiftCardsOfOrder, issueSoldGiftCard } from './gift-cards-of-order.ts'

const tags = ['Extensions']
const params = idParams('orderId')

/** The gift cards that were sold with an order, or that its money went back onto. */
export function soldGiftCardRoutes(app: App, services: Services): void {
  app.get(
    '/orders/:orderId/gift-cards',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'getGiftCardsOfOrder',
        summary: 'List the gift cards of an order',
        description:
          'Those that were sold with it, and those that its money went back onto, which have no `lineId`; and the pieces of it that no card was issued for yet.',
        tags,
        params,
        response: answers(GiftCardsOfOrder),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) =>
        getGiftCardsOfOrder(db, context, request.params.orderId),
      ),
  )

  app.post(
    '/orders/:orderId/gift-cards',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'issueSoldGiftCard',
        'x-refuses': ['Conflict'],
        summary: 'Issue a gift card that was sold with an order',
        description:
          'For a piece of a line whose product was marked `isGiftCard` when the order was placed, once it is paid: it holds what the ' +
          'piece was sold for, tax included and its own discount taken off. The code is shown in this answer and never again; only its digest is kept.',
        tags,
        params,
        body: IssueSoldGiftCardBody,
        response: answers(IssuedGiftCard),
      },
    },
    async (request, reply) =>
      answerWrite<IssuedGiftCard>(
        services,
        request,
        reply,
        async (db, context) => {
          const value = await issueSoldGiftCard(db, context, request.params.orderId, request.body)
          return { value, changes: context.changes }
        },
        withoutCode,
      ),
  )
}
