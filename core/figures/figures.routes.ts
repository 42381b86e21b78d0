import { endWithClient } from '../http/limits/connections.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { contextOf } from '../operations/context.ts'
import { getDayFigures } from './day-figures.ts'
import { getDayTakings } from './day-takings.ts'
import {
  DayFigures,
  DayQuery,
  DayTakings,
  PeriodFigures,
  PeriodQuery,
  TakingsQuery,
} from './figures.schema.ts'
import { getPeriodFigures } from './period-figures.ts'

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

  app.get(
    '/figures/takings',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getDayTakings',
        summary: 'Get what a day took',
        description:
          'Money that was received and paid back on the day, by payment method, whenever its orders were placed: what a till ' +
          'is counted against.',
        tags: ['Extensions'],
        querystring: TakingsQuery,
        response: answers(DayTakings),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => getDayTakings(db, context, request.query)),
  )

  app.get(
    '/figures/period',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getPeriodFigures',
        summary: 'Get what a period took, with its tax',
        description:
          'Money that was received and paid back in the period, whenever its orders were placed, by payment method and by tax rate, ' +
          'on the whole and day by day: for whoever keeps the books. What stands there of a day that is over stays as it is.',
        tags: ['Extensions'],
        querystring: PeriodQuery,
        response: answers(PeriodFigures),
      },
    },
    async (request, reply) => {
      endWithClient(request.raw, reply.raw)
      return getPeriodFigures(
        services.database,
        contextOf(services, request),
        request.query,
        () => request.socket.destroyed,
      )
    },
  )
}
