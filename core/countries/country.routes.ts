import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { answerCached } from '../operations/cached-answers.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { listCountries } from './country.repository.ts'
import { CountriesAnswer, CountriesQuery } from './country.schema.ts'

/** Section 4.9: the list is asked for with POST, and with GET as in the pagination example. */
export function countryRoutes(app: App, services: Services): void {
  const asked = [
    { method: 'GET', operationId: 'getCountries' },
    { method: 'POST', operationId: 'listCountries' },
  ] as const
  for (const { method, operationId } of asked) {
    app.route({
      method,
      url: '/countries',
      config: { scope: 'storefront' },
      schema: {
        operationId,
        'x-section': '4.9',
        summary: 'Get countries',
        tags: ['Reference lists'],
        querystring: CountriesQuery,
        response: answers(CountriesAnswer),
      },
      handler: async (request, reply) =>
        answerCached(services, request, reply, async (db, { storeId }) => {
          const paging = new Paging(services.cursorKey, request, storeId)
          const store = await getStore(db, storeId)
          const culture = requireCulture(store, request.query.cultureCode ?? store.defaultCulture)
          const { filterOnStore, include } = request.query
          const servedOnly = filterOnStore === 'true'
          const found = await listCountries(db, store, paging.page, { culture, servedOnly })
          const countries = found.rows.map(({ hasPostalCodes, ...country }) =>
            include === undefined ? country : { ...country, hasPostalCodes },
          )
          return { countries, nextPagingToken: paging.next(found) }
        }),
    })
  }
}
