import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { explainLine } from './explain-line.ts'
import { LinePrice, LinePriceQuery } from './line-price.schema.ts'

/** Why a line costs what it costs. */
export function linePriceRoutes(app: App, services: Services): void {
  app.get(
    '/carts/:cartId/lines/:lineId/price',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'explainLinePrice',
        summary: 'Why a line costs what it costs',
        description:
          'The steps from the price of its price group to the total of the line, each with a sentence, and what the ' +
          'line would cost in the other price groups that are valid for the cart.',
        tags: ['Extensions'],
        params: idParams('cartId', 'lineId'),
        querystring: LinePriceQuery,
        response: answers(LinePrice),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => {
        const { cultureCode } = request.query
        const culture =
          cultureCode === undefined
            ? undefined
            : requireCulture(await getStore(db, context.storeId), cultureCode)
        return explainLine(db, context, request.params, culture)
      }),
  )
}
