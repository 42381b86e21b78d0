import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import type { Change } from '../kernel/change.ts'
import { etagOf, hasSeen } from '../http/etag.ts'
import { requireNamed } from '../http/require-named.ts'
import { RecordEventsAnswer, RecordEventsQuery } from '../history/record-event.schema.ts'
import { changedMeanwhile, listRecordEvents } from '../history/record-events.ts'
import { getClientOfStore, listClientsOfStore, requireClientOfStore } from './client.repository.ts'
import {
  Client,
  ClientPatch,
  ClientRevoked,
  ClientsAnswer,
  ClientsQuery,
  NewClientAnswer,
  NewClientBody,
} from './client.schema.ts'
import { changeClient, CLIENT, createClient, revokeClient, rotateSecret } from './clients.ts'

const config = { scope: 'admin' } as const
const tags = ['Extensions']

/** Open lists of clients follow. */
const changed = (id: string, version: number): readonly Change[] => [
  { type: 'record.changed', noun: CLIENT, id, version },
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
        description: 'Oldest first.',
        querystring: ClientsQuery,
        response: answers(ClientsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const { state = 'active' } = request.query
        const { uses } = services.requests
        const clients = await listClientsOfStore(db, storeId, paging.page, { state, uses })
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
        async (db, context) => {
          const { clientId, clientSecret } = await createClient(db, context, request.body)
          const { client, version } = await getClientOfStore(db, context.storeId, clientId)
          return { value: { ...client, clientSecret }, version, changes: changed(clientId, version) }
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
      const { client, version } = await answerRead(services, request, async (db, { storeId }) =>
        getClientOfStore(db, storeId, request.params.clientId, services.requests.uses),
      )
      reply.header('etag', etagOf(version))
      return client
    },
  )

  app.patch(
    '/clients/:clientId',
    {
      config: { ...config, heedsIfMatch: true },
      schema: {
        operationId: 'changeClient',
        summary: 'Change an API client',
        description:
          'Only what the body names; a list is replaced as a whole. Its tokens go on, and lose at once what its scope no ' +
          'longer has. It stays with its store. What changes nothing leaves the version.',
        tags,
        params: idParams('clientId'),
        body: ClientPatch,
        response: answers(Client),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        requireNamed(request.body, Object.keys(ClientPatch.properties))
        const { ifMatch, storeId } = context
        const { clientId } = request.params
        const seen = await getClientOfStore(db, storeId, clientId)
        if (!hasSeen(ifMatch, seen.version))
          throw await changedMeanwhile(db, CLIENT, { id: clientId, version: seen.version })
        const version = await changeClient(db, context, seen, request.body)
        const { client } = await getClientOfStore(db, storeId, clientId, services.requests.uses)
        return {
          value: client,
          version,
          changes: version === seen.version ? [] : changed(clientId, version),
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
        async (db, context) => {
          const { clientId } = request.params
          const { client } = await getClientOfStore(db, context.storeId, clientId, services.requests.uses)
          const { clientSecret, version } = await rotateSecret(db, context, clientId)
          return { value: { ...client, clientSecret }, version, changes: changed(clientId, version) }
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
      answerWrite(services, request, reply, async (db, context) => {
        const { clientId } = request.params
        await getClientOfStore(db, context.storeId, clientId)
        const version = await revokeClient(db, context, clientId)
        return { value: { success: true }, changes: changed(clientId, version) }
      }),
  )

  app.get(
    '/clients/:clientId/events',
    {
      config,
      schema: {
        operationId: 'listClientEvents',
        summary: 'Get the history of an API client',
        description:
          'Who has made it, changed what of it, given it another secret or taken it its access, and when; newest first. ' +
          'That of one that has been revoked, too. No secret is in it.',
        tags,
        params: idParams('clientId'),
        querystring: RecordEventsQuery,
        response: answers(RecordEventsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const { clientId } = request.params
        await requireClientOfStore(db, storeId, clientId)
        const events = await listRecordEvents(db, storeId, clientId, paging.page)
        return { events: [...events.rows], nextPagingToken: paging.next(events) }
      }),
  )
}
