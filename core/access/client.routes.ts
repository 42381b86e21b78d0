import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { PageQuery } from '../http/schema.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import type { Change } from '../kernel/change.ts'
import { etagOf } from '../http/etag.ts'
import { getClientOfStore, getClientVersion, listClientsOfStore } from './client.repository.ts'
import {
  Client,
  ClientPatch,
  ClientRevoked,
  ClientsAnswer,
  NewClientAnswer,
  NewClientBody,
} from './client.schema.ts'
import { changeClient, clientChanged, createClient, revokeClient, rotateSecret } from './clients.ts'

const config = { scope: 'admin' } as const
const tags = ['Extensions']

/** Open lists of clients follow. */
const changed = (id: string, version: number): readonly Change[] => [
  { type: 'record.changed', noun: 'client', id, version },
]

/** The local programs of the token's store; those of other stores do not exist here. */
export function clientRoutes(app: App, services: Services): void {
  app.get(
    '/clients',
    {
      config,
      schema: {
        operationId: 'listClients',
        summary: 'List API clients',
        tags,
        querystring: PageQuery,
        response: answers(ClientsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const clients = await listClientsOfStore(db, storeId, paging.page, services.requests.uses)
        return { clients: [...clients.rows], nextPagingToken: paging.next(clients) }
      }),
  )

  app.post(
    '/clients',
    {
      config,
      schema: {
        operationId: 'createClient',
        summary: 'Register an API client',
        description: 'The secret is shown in this answer and never again; only its digest is kept.',
        tags,
        body: NewClientBody,
        response: answers(NewClientAnswer),
      },
    },
    async (request, reply) =>
      answerWrite<NewClientAnswer>(
        services,
        request,
        reply,
        async (db, { storeId, now }) => {
          const { clientId, clientSecret } = await createClient(db, now, { ...request.body, storeId })
          return {
            value: { ...(await getClientOfStore(db, storeId, clientId)), clientSecret },
            version: 1,
            changes: changed(clientId, 1),
          }
        },
        (answer) => ({ ...answer, clientSecret: null }),
      ),
  )

  app.get(
    '/clients/:clientId',
    {
      config,
      schema: {
        operationId: 'getClient',
        summary: 'Get an API client',
        description: 'Its version is in the `ETag`.',
        tags,
        params: idParams('clientId'),
        response: answers(Client),
      },
    },
    async (request, reply) => {
      const { value, version } = await answerRead(services, request, async (db, { storeId }) => {
        const { clientId } = request.params
        return {
          value: await getClientOfStore(db, storeId, clientId, services.requests.uses),
          version: await getClientVersion(db, storeId, clientId),
        }
      })
      reply.header('etag', etagOf(version))
      return value
    },
  )

  app.patch(
    '/clients/:clientId',
    {
      config,
      schema: {
        operationId: 'changeClient',
        'x-refuses': ['Conflict'],
        summary: 'Change an API client',
        description:
          'Only what the body names; a list is replaced as a whole. Its tokens go on, and lose at once what its scope no ' +
          'longer has. It stays with its store.',
        tags,
        params: idParams('clientId'),
        body: ClientPatch,
        response: answers(Client),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, { ifMatch, storeId }) => {
        const { clientId } = request.params
        const seen = await getClientVersion(db, storeId, clientId)
        if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(seen)) throw clientChanged(seen)
        const version = await changeClient(db, clientId, seen, request.body)
        return {
          value: await getClientOfStore(db, storeId, clientId, services.requests.uses),
          version,
          changes: changed(clientId, version),
        }
      }),
  )

  app.post(
    '/clients/:clientId/secret',
    {
      config,
      schema: {
        operationId: 'rotateClientSecret',
        summary: 'Give an API client another secret',
        description:
          'The old secret is void at once, and with it everything that was got by it: access tokens end (401), refresh ' +
          'tokens too, and so do its streams of events. The new one is shown in this answer and never again.',
        tags,
        params: idParams('clientId'),
        response: answers(NewClientAnswer),
      },
    },
    async (request, reply) =>
      answerWrite<NewClientAnswer>(
        services,
        request,
        reply,
        async (db, { storeId, now }) => {
          const client = await getClientOfStore(db, storeId, request.params.clientId, services.requests.uses)
          const version = await getClientVersion(db, storeId, client.clientId)
          return {
            value: { ...client, clientSecret: await rotateSecret(db, now, client.clientId) },
            version,
            changes: changed(client.clientId, version),
          }
        },
        (answer) => ({ ...answer, clientSecret: null }),
      ),
  )

  app.delete(
    '/clients/:clientId',
    {
      config,
      schema: {
        operationId: 'revokeClient',
        summary: 'Take an API client its access',
        description: 'None of its tokens works from then on.',
        tags,
        params: idParams('clientId'),
        response: answers(ClientRevoked),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, { storeId, now }) => {
        const { clientId } = request.params
        const version = await getClientVersion(db, storeId, clientId)
        await revokeClient(db, now, clientId)
        return { value: { success: true }, changes: changed(clientId, version) }
      }),
  )
}
