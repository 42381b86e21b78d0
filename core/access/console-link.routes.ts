import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { PageQuery } from '../http/schema.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { ConsoleLinkAnswer, ConsoleLinkBody, StoresAnswer } from './console-link.schema.ts'
import { createConsoleLink, listStoresOf } from './console-links.ts'

/** Somebody at a desk goes from store to store as well. */
const config = { scope: ['admin', 'desk'] } as const
const tags = ['Extensions']

/** The stores of one database, and the way from the console of one to that of another. */
export function consoleLinkRoutes(app: App, services: Services): void {
  app.get(
    '/stores',
    {
      config,
      schema: {
        operationId: 'listStores',
        summary: 'List the stores that the caller may open',
        description:
          'The console may open every store of the database; a program has the one of its token. Somebody who is no owner may ' +
          'open those whose desks are for staff, too.',
        tags,
        querystring: PageQuery,
        response: answers(StoresAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => {
        const paging = new Paging(services.cursorKey, request, context.storeId)
        const stores = await listStoresOf(db, context, paging.page)
        return { stores: [...stores.rows], nextPagingToken: paging.next(stores) }
      }),
  )

  app.post(
    '/console-links',
    {
      config,
      schema: {
        operationId: 'createConsoleLink',
        summary: 'Make a one-time link to the console of a store',
        tags,
        body: ConsoleLinkBody,
        response: answers(ConsoleLinkAnswer),
      },
    },
    async (request, reply) =>
      answerWrite<ConsoleLinkAnswer>(
        services,
        request,
        reply,
        async (db, context) => ({
          value: { launch: await createConsoleLink(db, context, request.body.storeId) },
        }),
        () => ({ launch: null }),
      ),
  )
}
