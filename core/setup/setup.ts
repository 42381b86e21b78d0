import { Throttle } from '../http/limits/throttle.ts'
import { hashOf, newSecret } from '../access/secrets.ts'
import { CONSOLE_NAME, createLaunchCode } from '../access/console-access.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { badRequest, CommerceError, conflict, said, tooManyRequests } from '../kernel/errors.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import { SetupAnswer, SetupBody } from './setup.schema.ts'

/** So long whoever has made the shop is told so again, in milliseconds. */
const TOLD_AGAIN = 5 * 60_000

/** The first start: whoever has the code from the starting program chooses which shop the empty database becomes. */
export interface Setup {
  /** A code for one first start; it lives as long as the process. */
  code(): string
  routes(app: App): void
}

/**
 * @param seedDemo makes the demo shops where there is no shop yet, in a transaction of their own and where it keeps nobody
 *   waiting; answers which it has made
 */
export function createSetup(
  { database, clock }: Services,
  seedDemo: () => Promise<readonly string[]>,
): Setup {
  const codes = new Set<string>()
  /** Who has made the shop, for as long as they may not have heard of it: the digest of their code, and their key. */
  let made:
    | { readonly by: string; readonly key: string; readonly until: number; readonly storeId: string }
    | undefined
  const throttle = new Throttle(clock)
  return {
    code: () => {
      const code = newSecret()
      codes.add(hashOf(code))
      return code
    },
    routes: (app) => {
      app.post(
        '/setup',
        {
          schema: {
            operationId: 'setUpShop',
            'x-refuses': ['Conflict'],
            summary: 'Make the first shop',
            description:
              'Takes the one-time code of the first start instead of a token. Whoever has not heard the answer asks again with the ' +
              'same code and `Idempotency-Key` within five minutes, and is given another way in.',
            tags: ['Extensions'],
            security: [],
            body: SetupBody,
            response: answers(SetupAnswer),
          },
        },
        async (request) => {
          const { code } = request.body
          const by = hashOf(code)
          const key = request.headers['idempotency-key']
          if (made?.by === by && made.key === key && clock().getTime() < made.until) {
            const { storeId } = made
            return { launch: await database.transact(async (db) => createLaunchCode(db, clock(), storeId)) }
          }
          if (!codes.has(by)) {
            const wait = throttle.failed('setup')
            if (wait > 0)
              throw tooManyRequests(
                'setup.guesses',
                said`is not valid; try again in ${{ wait }} s`,
                wait,
                'code',
              )
            throw new CommerceError('Forbidden', 'setup.code', [{ text: 'is not valid', field: 'code' }])
          }
          const { shop, store } = request.body
          if (shop === 'demo' && (await seedDemo()).length === 0) throw done()
          const { launch, storeId } = await database.transact(async (db) => {
            const now = clock()
            const storeId = shop === 'demo' ? await firstStore(db) : await makeEmpty(db, now, store)
            return { storeId, launch: await createLaunchCode(db, now, storeId) }
          })
          codes.clear()
          if (typeof key === 'string') made = { by, key, storeId, until: clock().getTime() + TOLD_AGAIN }
          return { launch }
        },
      )
    },
  }
}

async function makeEmpty(db: WriteDb, now: Date, store: SetupBody['store']): Promise<string> {
  if (await findFirstStore(db)) throw done()
  if (!store) throw badRequest('setup.store', 'is missing', 'store')
  // Needed once in the life of a shop: no start has to load it.
  const { createShop } = await import('./create-shop.ts')
  return (await createShop(db, { name: CONSOLE_NAME, now }, store, 'store.')).id
}

const done = (): CommerceError => conflict('setup.done', 'There is a shop already.')

async function firstStore(db: ReadDb): Promise<string> {
  const first = await findFirstStore(db)
  if (!first) throw new Error('The demo shop was not made.')
  return first.id
}
