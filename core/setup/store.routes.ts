import { answers, type App, type Services } from '../http/routes.ts'
import { answerWrite } from '../operations/answer.ts'
import { nounOf } from '../records/noun.ts'
import { storeNoun } from '../store-settings/store-settings.noun.ts'
import { ManagedStore } from '../store-settings/store-settings.schema.ts'
import { NewShop } from './setup.schema.ts'

/** Another store beside the one of the token: its address is among those of the stores' records. */
export function newStoreRoutes(app: App, services: Services): void {
  app.post(
    '/manage/stores',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'createStore',
        summary: 'Add a store',
        description:
          'In the same database, with what its first order needs: countries, a price group, a catalog, ways to deliver and ' +
          'to pay. The console goes there by `/console-links`; programs of it are registered there. It stays.',
        tags: ['Extensions'],
        body: NewShop,
        response: answers(ManagedStore),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        // Needed once in the life of a store: no start has to load it.
        const { createShop } = await import('./create-shop.ts')
        const store = await createShop(db, context, request.body)
        const { id, version } = store
        return {
          value: store,
          version,
          changes: [{ type: 'record.changed' as const, noun: nounOf(storeNoun), id, version }],
        }
      }),
  )
}
