import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { badRequest } from '../kernel/errors.ts'
import { answerCached } from '../operations/cached-answers.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { listShippingMethods } from './shipping-method.repository.ts'
import { ShippingMethodsAnswer, ShippingMethodsQuery } from './shipping-method.schema.ts'

export function shippingMethodRoutes(app: App, services: Services): void {
  app.get(
    '/shipping-methods',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'getShippingMethods',
        'x-section': '4.9',
        summary: 'Get shipping methods',
        tags: ['Reference lists'],
        querystring: ShippingMethodsQuery,
        response: answers(ShippingMethodsAnswer),
      },
    },
    async (request, reply) =>
      answerCached(services, request, reply, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { countryId } = request.query
        const culture = requireCulture(store, request.query.cultureCode)
        const priceGroup = await getPriceGroup(db, storeId, request.query.priceGroupId)
        const methods = await listShippingMethods(db, store, paging.page, { culture, countryId, priceGroup })
        // Section 7: nothing to choose from is an error here. A later page always follows one with rows.
        if (methods.rows.length === 0 && !paging.page.after) {
          throw badRequest(
            'shipping-methods.none',
            'There are no shipping methods for this country and price group.',
          )
        }
        return { shippingMethods: [...methods.rows], nextPagingToken: paging.next(methods) }
      }),
  )
}
