import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { CartEventsAnswer, CartEventsQuery } from './cart-event.schema.ts'
import { listCartEvents } from './cart-events.ts'

/** The history of a cart. */
export function cartEventRoutes(app: App, services: Services): void {
  app.get(
    '/carts/:cartId/events',
    {
      config: { scope: ['support', 'staff'] },
      schema: {
        operationId: 'listCartEvents',
        summary: 'Get the history of a cart',
        description:
          'Who has changed the cart, when and how; oldest first. `since` is a version that was seen (the number in ' +
          'its `ETag`): what has been done to the cart from then on.',
        tags: ['Extensions'],
        params: idParams('cartId'),
        querystring: CartEventsQuery,
        response: answers(CartEventsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => {
        const paging = new Paging(services.cursorKey, request, context.storeId)
        const { cultureCode: culture, since = 0 } = request.query
        const told = { culture, since: Number(since) }
        const events = await listCartEvents(db, context, request.params.cartId, paging.page, told)
        return { events: [...events.rows], nextPagingToken: paging.next(events) }
      }),
  )
}
