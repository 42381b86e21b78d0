import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { countTill } from './count-till.ts'
import { moveCash } from './move-cash.ts'
import { listCounts } from './till-count.repository.ts'
import {
  CountTillBody,
  MoveCashBody,
  Till,
  TillCountsAnswer,
  TillCountsQuery,
  TillCountWithMovements,
  TillMovement,
  TillQuery,
} from './till-count.schema.ts'
import { getTill, getTillCount, tillAskedFor, viewCount } from './view-till.ts'

const config = { scope: 'staff' } as const
const tags = ['Extensions']

export function tillRoutes(app: App, services: Services): void {
  app.get(
    '/till',
    {
      config,
      schema: {
        operationId: 'getTill',
        summary: 'Get what the till should hold',
        description:
          'The cash of a till in one currency: what the last count left in it, and what came and went since. Its `ETag` ' +
          'changes with each count.',
        tags,
        querystring: TillQuery,
        response: answers(Till),
      },
    },
    async (request, reply) => {
      const { till, version } = await answerRead(services, request, async (db, context) =>
        getTill(db, context, request.query),
      )
      reply.header('etag', etagOf(version))
      return till
    },
  )

  app.get(
    '/till/counts',
    {
      config,
      schema: {
        operationId: 'listTillCounts',
        summary: 'List how the till was counted',
        description: 'Newest first.',
        tags,
        querystring: TillCountsQuery,
        response: answers(TillCountsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => {
        const paging = new Paging(services.cursorKey, request, context.storeId)
        const asked = await tillAskedFor(db, context, request.query)
        const counts = await listCounts(db, asked.of, paging.page)
        return {
          tillCounts: counts.rows.map((row) => viewCount(asked, row)),
          nextPagingToken: paging.next(counts),
        }
      }),
  )

  app.get(
    '/till/counts/:countId',
    {
      config,
      schema: {
        operationId: 'getTillCount',
        summary: 'Get a count of the till',
        tags,
        params: idParams('countId'),
        response: answers(TillCountWithMovements),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => getTillCount(db, context, request.params.countId)),
  )

  app.post(
    '/till/counts',
    {
      config: { ...config, heedsIfMatch: true },
      schema: {
        operationId: 'countTill',
        'x-refuses': ['Conflict'],
        summary: 'Count the till',
        description:
          'Keeps what its coins and notes come to beside what it should hold, and what stays in it. The first count is where ' +
          'counting begins. With `If-Match`, nothing is counted where somebody else has counted it since.',
        tags,
        body: CountTillBody,
        response: answers(TillCountWithMovements),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const { count, version } = await countTill(db, context, request.body)
        return { value: count, version, changes: [{ type: 'till.changed', id: count.id, version }] }
      }),
  )

  app.post(
    '/till/movements',
    {
      config,
      schema: {
        operationId: 'moveCash',
        'x-refuses': ['Conflict'],
        summary: 'Put money into the till or take it out',
        description:
          'What is no sale: change from the bank, stamps. Of a till that was counted once. It opens the drawer of the console that asks ' +
          'where that says it is of its own till.',
        tags,
        body: MoveCashBody,
        response: answers(TillMovement),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const movement = await moveCash(db, context, request.body)
        const changed = { type: 'till.changed', id: movement.id, version: 1 } as const
        return { value: movement, changes: [changed, ...context.changes] }
      }),
  )
}
