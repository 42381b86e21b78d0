import { Paging } from '../../../http/pagination.ts'
import { answers, type App, type Services } from '../../../http/routes.ts'
import { answerRead, answerWrite } from '../../../operations/answer.ts'
import { readShelf } from '../shelf.ts'
import { changePrices } from './change-prices.ts'
import { listPriceRows } from './list-price-rows.ts'
import { PriceRowsAnswer, PriceRowsQuery, PricesChanged, PricesPatch } from './price.schema.ts'

const tags = ['Extensions']

/** Prices side by side: many products in some price groups. */
export function priceRoutes(app: App, services: Services): void {
  app.get(
    '/manage/prices',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listManagedPrices',
        summary: 'Get prices of products by price groups',
        description:
          'Variants by the sku of their product, those too that are not sold, with what each of the groups sells them for; ' +
          '`maxItems` counts products. `search` is that of `/products`.',
        tags,
        querystring: PriceRowsQuery,
        response: answers(PriceRowsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const { catalogId, priceGroupIds, search } = request.query
        const shelf = await readShelf(db, storeId)
        const filter = { catalogId, search, priceGroupIds: priceGroupIds.split(',') }
        const found = await listPriceRows(db, shelf, paging.page, filter)
        return { variants: [...found.rows], nextPagingToken: paging.next(found) }
      }),
  )

  app.patch(
    '/manage/prices',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'changePrices',
        'x-refuses': ['Conflict'],
        summary: 'Change prices of many products at once',
        description:
          'All of them or none; each product in the version that was seen, otherwise Conflict, naming each that is another ' +
          'by now (`products.3.version`). Each stands in the history of its product. What changes nothing leaves its version.',
        tags,
        body: PricesPatch,
        response: answers(PricesChanged),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const saved = await changePrices(db, context, request.body)
        return {
          value: { products: saved.map(({ record: { id, version } }) => ({ id, version })) },
          changes: saved
            .filter(({ kind }) => kind === 'changed')
            .map(({ record: { id, version } }) => ({
              type: 'record.changed' as const,
              noun: 'product',
              id,
              version,
            })),
        }
      }),
  )
}
