import { HOW_WORDS_ARE_FOUND } from '../kernel/search-terms.ts'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { listRecordEvents } from '../history/record-events.ts'
import { RecordEventsAnswer, RecordEventsQuery } from '../history/record-event.schema.ts'
import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import type { Change } from '../kernel/change.ts'
import { answerRead, answerWrite, type Outcome } from '../operations/answer.ts'
import { changeRecord, replaceRecord } from './change-record.ts'
import { createRecord } from './create-record.ts'
import { getRecord } from './get-record.ts'
import { nounOf, type Noun, type NounSchemas, type StoredRecord } from './noun.ts'
import { removeRecord } from './remove-record.ts'
import { RecordRemoved } from './record.schema.ts'
import type { Written } from './save-record.ts'

const tags = ['Extensions']
const PATCHED =
  'Only what the body names: null takes away, texts are told by their culture, a list is replaced as a whole.'
const UNCHANGED = 'What changes nothing leaves the version.'

/** The addresses of one noun of the shop's own records, the same for each (decisions, the shop's own records). */
export const recordRoutes =
  <Around, Draft, R extends StoredRecord, S extends NounSchemas, Listed>(
    noun: Noun<Around, Draft, R, S, Listed>,
  ) =>
  (app: App, services: Services): void => {
    const { operationIds = {}, says = {}, schemas } = noun
    const scopes: NonNullable<typeof noun.scopes> = noun.scopes ?? { read: 'staff', write: 'manage' }
    const { name, named, names, path, listKey } = wordsOf(noun)
    const params = schemas.params ?? idParams('id')
    const parameter = Object.keys(params.properties)[0] ?? 'id'
    const one = `${path}/:${parameter}`
    const reading = { scope: scopes.read }
    const creating = { scope: scopes.write }
    const changing = { ...creating, heedsIfMatch: true }

    const keyOf = (request: FastifyRequest): string =>
      (request.params as Record<string, string>)[parameter] ?? ''
    const changeOf = (id: string, version: number): Change => ({
      type: 'record.changed',
      noun: nounOf(noun),
      id,
      version,
    })
    const outcomeOf = ({ around, kind, record }: Written<Around, R>): Outcome<Fields> => ({
      value: noun.view(around, record),
      version: record.version,
      changes: kind === 'unchanged' ? [] : [changeOf(record.id, record.version)],
    })

    app.get(
      path,
      {
        config: reading,
        schema: {
          operationId: operationIds.list ?? `listManaged${names}`,
          summary: `Get the ${noun.many} of the shop`,
          description:
            says.list ??
            `Those that are retired, too. \`search\` finds words of their names ${HOW_WORDS_ARE_FOUND}`,
          tags,
          querystring: schemas.query,
          response: answers(schemas.list),
        },
      },
      async (request) =>
        answerRead(services, request, async (db, { storeId }) => {
          const paging = new Paging(services.cursorKey, request, storeId)
          const around = await noun.around(db, storeId)
          const found = await noun.list(db, storeId, paging.page, request.query as Static<S['query']>, around)
          const listed = found.rows.map(
            // Where a list shows all of a record, all of it is read.
            (record) => noun.listed?.(around, record) ?? noun.view(around, record as unknown as R),
          )
          return { [listKey]: listed, nextPagingToken: paging.next(found) }
        }),
    )

    if (!noun.isClosed) {
      app.post(
        path,
        {
          config: creating,
          schema: {
            operationId: operationIds.create ?? `create${name}`,
            summary: `Add ${named}`,
            description: says.create ?? 'Its version is in the `ETag`.',
            tags,
            body: schemas.body,
            response: answers(schemas.record),
          },
        },
        async (request, reply) =>
          answerWrite(services, request, reply, async (db, context) =>
            outcomeOf(await createRecord(db, context, noun, request.body as Static<S['body']>)),
          ),
      )
    }

    app.get(
      one,
      {
        config: reading,
        schema: {
          operationId: operationIds.get ?? `getManaged${name}`,
          summary: `Get a whole ${noun.one}`,
          description: says.get ?? 'Its version is in the `ETag`.',
          tags,
          params,
          response: answers(schemas.record),
        },
      },
      async (request, reply) => {
        const { value, version } = await answerRead(services, request, async (db, { storeId }) => {
          const record = await getRecord(db, noun, storeId, keyOf(request))
          return {
            value: noun.view(await noun.around(db, storeId), record),
            version: record.version,
          }
        })
        reply.header('etag', etagOf(version))
        return value
      },
    )

    app.put(
      one,
      {
        config: changing,
        schema: {
          operationId: operationIds.replace ?? `replace${name}`,
          summary: `Write ${named} as a whole`,
          description: says.replace ?? `What the body leaves out is empty afterwards. ${UNCHANGED}`,
          tags,
          params,
          body: schemas.body,
          response: answers(schemas.record),
        },
      },
      async (request, reply) =>
        answerWrite(services, request, reply, async (db, context) => {
          const body = request.body as Static<S['body']>
          return outcomeOf(await replaceRecord(db, context, noun, keyOf(request), body))
        }),
    )

    app.patch(
      one,
      {
        config: changing,
        schema: {
          operationId: operationIds.change ?? `change${name}`,
          summary: `Change ${named}`,
          description: says.change ?? `${PATCHED} ${UNCHANGED}`,
          tags,
          params,
          body: schemas.patch,
          response: answers(schemas.record),
        },
      },
      async (request, reply) =>
        answerWrite(services, request, reply, async (db, context) => {
          const patch = request.body as Static<S['patch']>
          return outcomeOf(await changeRecord(db, context, noun, keyOf(request), patch))
        }),
    )

    if (noun.removal) {
      app.delete(
        one,
        {
          config: { ...changing, scope: scopes.remove ?? scopes.write },
          schema: {
            operationId: operationIds.remove ?? `delete${name}`,
            summary: `Delete or retire ${named}`,
            description: says.remove ?? 'One that has been used is kept, and offered no more.',
            tags,
            params,
            response: answers(RecordRemoved),
          },
        },
        async (request, reply) =>
          answerWrite(services, request, reply, async (db, context) => {
            const { id, retired, version } = await removeRecord(db, context, noun, keyOf(request))
            const changes = version === undefined ? [] : [changeOf(id, version)]
            return { value: { success: true, retired }, changes }
          }),
      )
    }

    app.get(
      `${one}/events`,
      {
        config: reading,
        schema: {
          operationId: `list${name}Events`,
          summary: `Get the history of ${named}`,
          description: 'Who has changed what of it, and when; newest first.',
          tags,
          params,
          querystring: RecordEventsQuery,
          response: answers(RecordEventsAnswer),
        },
      },
      async (request) =>
        answerRead(services, request, async (db, { storeId }) => {
          const paging = new Paging(services.cursorKey, request, storeId)
          const { id } = await getRecord(db, noun, storeId, keyOf(request))
          const events = await listRecordEvents(db, storeId, id, paging.page)
          return { events: [...events.rows], nextPagingToken: paging.next(events) }
        }),
    )
  }

type Fields = Readonly<Record<string, unknown>>

/** A noun in words: `price groups` are `PriceGroups`, `priceGroups` and `/manage/price-groups`. */
function wordsOf({ many, one }: { readonly one: string; readonly many: string }) {
  const joined = (words: string): string =>
    words.replace(/(^| )(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const names = joined(many)
  return {
    name: joined(one),
    names,
    named: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
    path: `/manage/${many.replaceAll(' ', '-')}`,
    listKey: names.charAt(0).toLowerCase() + names.slice(1),
  }
}
