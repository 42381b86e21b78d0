import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { toMajor, toRate } from '../kernel/money.ts'
import { answerRead } from '../operations/answer.ts'
import { answerCached } from '../operations/cached-answers.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture, requireCurrency } from '../stores/store.ts'
import { listCatalogs } from './catalog.repository.ts'
import {
  CatalogsAnswer,
  CatalogsQuery,
  ProductPricesAnswer,
  ProductPricesQuery,
  ProductsAnswer,
  ProductsQuery,
} from './catalog.schema.ts'
import { listPrices } from './list-prices.ts'
import { listProducts, quantitiesInStock } from './product.repository.ts'

export function catalogRoutes(app: App, services: Services): void {
  app.get(
    '/catalogs',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'getCatalogs',
        'x-section': '4.9',
        summary: 'Get catalogs',
        tags: ['Reference lists'],
        querystring: CatalogsQuery,
        response: answers(CatalogsAnswer),
      },
    },
    async (request, reply) =>
      answerCached(services, request, reply, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const culture = requireCulture(store, request.query.cultureCode)
        const priceGroup = await getPriceGroup(db, storeId, request.query.priceGroupId)
        const catalogs = await listCatalogs(db, store, paging.page, { culture, priceGroup })
        return { catalogs: [...catalogs.rows], nextPagingToken: paging.next(catalogs) }
      }),
  )

  app.get(
    '/products',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'findProducts',
        summary: 'Find products',
        description:
          'A barcode, sku or variant sku of what is sold, typed whole, answers that alone; other text matches beginnings.',
        tags: ['Extensions'],
        querystring: ProductsQuery,
        response: answers(ProductsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { catalogId, search } = request.query
        const culture = requireCulture(store, request.query.cultureCode)
        const priceGroup = await getPriceGroup(db, storeId, request.query.priceGroupId)
        const found = await listProducts(db, store, paging.page, { culture, priceGroup, catalogId, search })
        const currency = priceGroup.currency.isoCode
        const inStock = await quantitiesInStock(db, store, found.rows)
        const products = found.rows.map((variant) => ({
          sku: variant.sku,
          variantSku: variant.variantSku,
          barcode: variant.barcode,
          name: variant.name,
          catalogId: variant.catalogId,
          imageUrl: variant.imageUrl,
          price: toMajor(variant.price, currency),
          taxRate: toRate(variant.taxRate),
          currency,
          inStock: inStock.get(variant.variantId) ?? null,
        }))
        return { products, nextPagingToken: paging.next(found) }
      }),
  )

  app.get(
    '/products/prices',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'listProductPrices',
        summary: 'What each price group sells a product for',
        description:
          'Prices without tax, by priority of the group; `inheritedFrom` is the base group whose price it is. Groups ' +
          'that do not sell it are left out. Which of them are valid for a sale: `/price-groups/evaluations`.',
        tags: ['Extensions'],
        querystring: ProductPricesQuery,
        response: answers(ProductPricesAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { cultureCode, sku, variantSku, currency } = request.query
        const culture = requireCulture(store, cultureCode)
        const currencyId = currency === undefined ? undefined : requireCurrency(store, currency).id
        const product = { sku, variantSku: variantSku === '' ? null : (variantSku ?? null) }
        const prices = await listPrices(db, store, paging.page, product, { culture, currencyId })
        return { prices: [...prices.rows], nextPagingToken: paging.next(prices) }
      }),
  )
}
