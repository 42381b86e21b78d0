import { answerRead } from '../access/context.ts'
import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture, requireCurrency } from '../stores/store.ts'
import { listPriceGroups } from './price-group.repository.ts'
import { PriceGroupsAnswer, PriceGroupsQuery } from './price-group.schema.ts'

export function priceGroupRoutes(app: App, services: Services): void {
  app.get(
    '/price-groups',
    {
      config: { scope: 'storefront' },
      schema: {
        summary: 'Get price groups',
        description: 'With `currency`, an addition to the contract, only the groups that sell in it.',
        tags: ['Reference lists'],
        querystring: PriceGroupsQuery,
        response: answers(PriceGroupsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { cultureCode, currency } = request.query
        const culture = requireCulture(store, cultureCode)
        const currencyId = currency === undefined ? undefined : requireCurrency(store, currency).id
        const priceGroups = await listPriceGroups(db, store, paging.page, { culture, currencyId })
        return { priceGroups: [...priceGroups.rows], nextPagingToken: paging.next(priceGroups) }
      }),
  )
}
