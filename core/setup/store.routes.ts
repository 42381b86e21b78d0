import { recordDone } from '../history/record-events.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { answerWrite } from '../operations/answer.ts'
import { nounOf } from '../records/noun.ts'
import { shopNoun } from '../shop/shop.noun.ts'
import { findShop } from '../shop/shop.repository.ts'
import { ManagedStore } from '../shop/shop.schema.ts'
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
        const id = await createShop(db, request.body)
        const store = await findShop(db, id, id)
        if (!store) throw new Error('A store that was just made is not there.')
        const noun = nounOf(shopNoun)
        const done = { recordId: id, noun, version: store.version, kind: 'created' as const, changes: [] }
        await recordDone(db, { ...context, storeId: id }, [done])
        return {
          value: store,
          version: store.version,
          changes: [{ type: 'record.changed' as const, noun, id, version: store.version }],
        }
      }),
  )
}
