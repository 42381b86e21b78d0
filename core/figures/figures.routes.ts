import { answers, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { getDayFigures } from './day-figures.ts'
import { DayFigures, DayQuery } from './figures.schema.ts'

export function figuresRoutes(app: App, services: Services): void {
  app.get(
    '/figures/day',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getDayFigures',
        summary: 'Get the figures of a day',
        description:
          'Orders that were placed on the day and what they cost, by hour, beside those of the same day a week before; ' +
          'cancelled ones are left out. Besides, what waits now.',
        tags: ['Extensions'],
        querystring: DayQuery,
        response: answers(DayFigures),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => getDayFigures(db, context, request.query)),
  )
}
