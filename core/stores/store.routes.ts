import { answers, type App, type Services } from '../http/routes.ts'
import { answerCached } from '../operations/cached-answers.ts'
import { getStore } from './store.repository.ts'
import { Store } from './store.schema.ts'

export function storeRoutes(app: App, services: Services): void {
  app.get(
    '/store',
    {
      config: { scope: ['staff', 'storefront', 'support', 'desk'] },
      schema: {
        operationId: 'getStore',
        summary: 'Get the store of the token',
        tags: ['Extensions'],
        response: answers(Store),
      },
    },
    async (request, reply) =>
      answerCached(services, request, reply, async (db, { storeId }) => {
        const record = await getStore(db, storeId)
        const { defaultCulture, lockAfterMinutes: _, printed, walkIn, ...store } = record
        return {
          ...store,
          ...printed,
          ...walkIn,
          defaultCultureCode: defaultCulture,
          cultures: [...store.cultures],
          currencies: [...store.currencies],
          formerCurrencies: [...store.formerCurrencies],
        }
      }),
  )
}
