import { answers, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { listRequests } from './list-requests.ts'
import { LocalApi, RequestsAnswer, RequestsQuery } from './local-api.schema.ts'

const tags = ['Extensions']

/** The API as programs of this computer find it, and what they ask it. */
export function localApiRoutes(app: App, services: Services): void {
  app.get(
    '/local-api',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'getLocalApi',
        summary: 'Get the address of the local API',
        tags,
        response: answers(LocalApi),
      },
    },
    async () => {
      const address = app.server.address()
      if (address === null || typeof address === 'string')
        return Promise.resolve({ address: null, documentation: null })
      const api = `http://127.0.0.1:${address.port}/api/v1`
      return Promise.resolve({ address: api, documentation: `${api}/docs` })
    },
  )

  app.get(
    '/requests',
    {
      config: { scope: 'admin', isUnnoted: true },
      schema: {
        operationId: 'listRequests',
        summary: 'See what programs have asked lately',
        description:
          'The last 500 requests that this process has answered, from its memory: when, who, which address, with what ' +
          'status, how long it took. Never headers, bodies or tokens. Ask again with `after` for what has come since; ' +
          'this address and `/health` are left out. Where several processes serve one database, each knows its own.',
        tags,
        querystring: RequestsQuery,
        response: answers(RequestsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) =>
        listRequests(db, context, services.requests, request.query),
      ),
  )
}
