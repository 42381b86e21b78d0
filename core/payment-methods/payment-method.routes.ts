import { findCountry } from '../countries/country.repository.ts'
import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { badRequest } from '../kernel/errors.ts'
import { answerCached } from '../operations/cached-answers.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { listPaymentMethods } from './payment-method.repository.ts'
import { PaymentMethodsAnswer, PaymentMethodsQuery } from './payment-method.schema.ts'

/** Section 4.9: the list is asked for with POST; clients use GET as well. */
export function paymentMethodRoutes(app: App, services: Services): void {
  const asked = [
    { method: 'GET', operationId: 'getPaymentMethods' },
    { method: 'POST', operationId: 'listPaymentMethods' },
  ] as const
  for (const { method, operationId } of asked) {
    app.route({
      method,
      url: '/payment-methods',
      config: { scope: 'storefront' },
      schema: {
        operationId,
        'x-section': '4.9',
        summary: 'Get payment methods',
        tags: ['Reference lists'],
        querystring: PaymentMethodsQuery,
        response: answers(PaymentMethodsAnswer),
      },
      handler: async (request, reply) =>
        answerCached(services, request, reply, async (db, { storeId }) => {
          const paging = new Paging(services.cursorKey, request, storeId)
          const store = await getStore(db, storeId)
          const { countryId, priceGroupId } = request.query
          const culture = requireCulture(store, request.query.cultureCode)
          if (!(await findCountry(db, store, countryId, culture))) {
            throw badRequest('country.not-found', 'there is no such country', 'countryId')
          }
          const priceGroup =
            priceGroupId === undefined ? undefined : await getPriceGroup(db, storeId, priceGroupId)
          const methods = await listPaymentMethods(db, store, paging.page, { culture, countryId, priceGroup })
          return { paymentMethods: [...methods.rows], nextPagingToken: paging.next(methods) }
        }),
    })
  }
}
