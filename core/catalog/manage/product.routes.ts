import { listRecordEvents } from '../../history/record-events.ts'
import { RecordEventsAnswer, RecordEventsQuery } from '../../history/record-event.schema.ts'
import { etagOf } from '../../http/etag.ts'
import { Paging } from '../../http/pagination.ts'
import { answers, type App, type Services } from '../../http/routes.ts'
import { answerRead, answerWrite, type Outcome } from '../../operations/answer.ts'
import { changeProduct } from './change-product.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { getProduct } from './find-product.ts'
import { listProductRecords } from './list-products.ts'
import type { ProductRecord } from './product-record.ts'
import { listedProduct, managedProduct } from './product-view.ts'
import {
  ManagedProduct,
  ManagedProductsAnswer,
  ManagedProductsQuery,
  ProductBody,
  ProductParams,
  ProductPatch,
  ProductRetired,
} from './product.schema.ts'
import { readProductBody, readProductPatch } from './read-product-body.ts'
import { readShelf, type Shelf } from './shelf.ts'

const tags = ['Extensions']

const outcomeOf = (shelf: Shelf, product: ProductRecord): Outcome<ManagedProduct> => ({
  value: managedProduct(shelf, product),
  version: product.version,
})

/** The shop's own products: what it sells, and how (decisions, the shop's own records). */
export function manageProductRoutes(app: App, services: Services): void {
  app.get(
    '/manage/products',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listManagedProducts',
        summary: 'Get the products of the shop',
        description: 'By sku, those that are not sold too. `search` is that of `/products`.',
        tags,
        querystring: ManagedProductsQuery,
        response: answers(ManagedProductsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const shelf = await readShelf(db, storeId)
        const found = await listProductRecords(db, storeId, paging.page, request.query)
        return {
          products: found.rows.map((product) => listedProduct(shelf, product)),
          nextPagingToken: paging.next(found),
        }
      }),
  )

  app.post(
    '/manage/products',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'createProduct',
        summary: 'Add a product',
        description: 'With its variants, barcodes and prices. Its version is in the `ETag`.',
        tags,
        body: ProductBody,
        response: answers(ManagedProduct),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const product = await createProduct(db, context, request.body)
        return outcomeOf(await readShelf(db, context.storeId), product)
      }),
  )

  app.get(
    '/manage/products/:sku',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getManagedProduct',
        summary: 'Get a whole product',
        description: 'Its version is in the `ETag`.',
        tags,
        params: ProductParams,
        response: answers(ManagedProduct),
      },
    },
    async (request, reply) => {
      const { value, version } = await answerRead(services, request, async (db, { storeId }) => {
        const product = await getProduct(db, storeId, request.params.sku)
        return { ...outcomeOf(await readShelf(db, storeId), product), version: product.version }
      })
      reply.header('etag', etagOf(version))
      return value
    },
  )

  app.put(
    '/manage/products/:sku',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'replaceProduct',
        summary: 'Write a product as a whole',
        description:
          'What the body leaves out is empty afterwards; a variant that it leaves out is sold no more. What changes ' +
          'nothing leaves the version.',
        tags,
        params: ProductParams,
        body: ProductBody,
        response: answers(ManagedProduct),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const product = await changeProduct(db, context, request.params.sku, (shelf) =>
          readProductBody(shelf, request.body),
        )
        return outcomeOf(await readShelf(db, context.storeId), product)
      }),
  )

  app.patch(
    '/manage/products/:sku',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'changeProduct',
        summary: 'Change a product',
        description:
          'Only what the body names: texts by culture, variants by their sku, prices by price group. What changes ' +
          'nothing leaves the version.',
        tags,
        params: ProductParams,
        body: ProductPatch,
        response: answers(ManagedProduct),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const product = await changeProduct(db, context, request.params.sku, (shelf, before) =>
          readProductPatch(shelf, before, request.body),
        )
        return outcomeOf(await readShelf(db, context.storeId), product)
      }),
  )

  app.delete(
    '/manage/products/:sku',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'deleteProduct',
        summary: 'Delete or retire a product',
        description: 'One that has been in a cart, an order or a campaign is kept, and sold no more.',
        tags,
        params: ProductParams,
        response: answers(ProductRetired),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => ({
        value: await deleteProduct(db, context, request.params.sku),
      })),
  )

  app.get(
    '/manage/products/:sku/events',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listProductEvents',
        summary: 'Get the history of a product',
        description: 'Who has changed what of it, and when; newest first.',
        tags,
        params: ProductParams,
        querystring: RecordEventsQuery,
        response: answers(RecordEventsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const { id } = await getProduct(db, storeId, request.params.sku)
        const events = await listRecordEvents(db, storeId, id, paging.page)
        return { events: [...events.rows], nextPagingToken: paging.next(events) }
      }),
  )
}
