import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { PageQuery } from '../http/schema.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { adjustStock, changeReorderPoint, stopKeepingStock } from './adjust-stock.ts'
import { getStockRow, listStock } from './stock-level.repository.ts'
import { listMovements } from './stock-movement.repository.ts'
import {
  AdjustedStock,
  AdjustStockBody,
  ChangeStockBody,
  StockAnswer,
  StockLevel,
  StockLevelQuery,
  StockMovementsAnswer,
  StockQuery,
} from './stock.schema.ts'
import { viewMovement, viewStock } from './view-stock.ts'

const staff = { scope: 'staff' } as const
const manage = { scope: 'manage', heedsIfMatch: true } as const
const tags = ['Extensions']
const params = idParams('variantId')

const cultureIn = (store: StoreRecord, asked: string | undefined): string =>
  asked === undefined ? store.defaultCulture : requireCulture(store, asked)

export function stockRoutes(app: App, services: Services): void {
  app.get(
    '/stock',
    {
      config: staff,
      schema: {
        operationId: 'listStock',
        summary: 'List what stock is kept of',
        description: 'By sku. What is sold no more is left out.',
        tags,
        querystring: StockQuery,
        response: answers(StockAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { cultureCode, ...filter } = request.query
        const listed = await listStock(db, store, paging.page, filter, cultureIn(store, cultureCode))
        return { stock: listed.rows.map(viewStock), nextPagingToken: paging.next(listed) }
      }),
  )

  app.post(
    '/stock/movements',
    {
      config: staff,
      schema: {
        operationId: 'adjustStock',
        'x-refuses': ['Conflict'],
        summary: 'Count, receive or write off goods',
        description:
          'All items or none. What orders take, and give back when they are cancelled or goods are returned, is moved with them.',
        tags,
        body: AdjustStockBody,
        response: answers(AdjustedStock),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => ({
        value: await adjustStock(db, context, request.body),
        changes: context.changes,
      })),
  )

  app.get(
    '/stock/:variantId',
    {
      config: staff,
      schema: {
        operationId: 'getStock',
        summary: 'Get how many there are of something',
        description: 'Its version is in the `ETag`.',
        tags,
        params,
        querystring: StockLevelQuery,
        response: answers(StockLevel),
      },
    },
    async (request, reply) => {
      const level = await answerRead(services, request, async (db, { storeId }) => {
        const store = await getStore(db, storeId)
        const culture = cultureIn(store, request.query.cultureCode)
        return viewStock(await getStockRow(db, store, request.params.variantId, culture))
      })
      reply.header('etag', etagOf(level.version))
      return level
    },
  )

  app.get(
    '/stock/:variantId/movements',
    {
      config: staff,
      schema: {
        operationId: 'listStockMovements',
        summary: 'List what has come and gone of something',
        description: 'Newest first.',
        tags,
        params,
        querystring: PageQuery,
        response: answers(StockMovementsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const { id } = await getStockRow(db, await getStore(db, storeId), request.params.variantId)
        const moved = await listMovements(db, id, paging.page)
        return { movements: moved.rows.map(viewMovement), nextPagingToken: paging.next(moved) }
      }),
  )

  app.patch(
    '/stock/:variantId',
    {
      config: manage,
      schema: {
        operationId: 'changeStock',
        summary: 'Say at how many something is to be ordered anew',
        tags,
        params,
        body: ChangeStockBody,
        response: answers(StockLevel),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const { reorderPoint } = request.body
        const value = await changeReorderPoint(db, context, request.params.variantId, reorderPoint)
        return { value, version: value.version, changes: context.changes }
      }),
  )

  app.delete(
    '/stock/:variantId',
    {
      config: manage,
      schema: {
        operationId: 'stopKeepingStock',
        summary: 'Keep stock of something no more',
        description: 'What has come and gone of it is forgotten. It answers what there was.',
        tags,
        params,
        response: answers(StockLevel),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => ({
        value: await stopKeepingStock(db, context, request.params.variantId),
        changes: context.changes,
      })),
  )
}
