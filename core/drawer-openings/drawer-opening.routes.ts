import type { FastifyRequest } from 'fastify'
import { DrawerError } from '../drawer/drawer-fault.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { CommerceError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { answerWrite } from '../operations/answer.ts'
import { contextOf } from '../operations/context.ts'
import { takeBackAnswer } from '../operations/idempotency.ts'
import { noteUnopened } from './drawer-opening.repository.ts'
import { DrawerOpening, OpenDrawerBody } from './drawer-opening.schema.ts'
import { keepOpening, requireDrawer, unopened } from './open-drawer.ts'

const tags = ['Extensions']

export function drawerOpeningRoutes(app: App, services: Services): void {
  const { database, drawer, events } = services
  /** The openings whose printer is still waited for, by their ids. */
  const underWay = new Map<string, Promise<void>>()

  app.post(
    '/drawer/openings',
    {
      config: { scope: 'staff', underWay: (id) => underWay.get(id) },
      schema: {
        operationId: 'openDrawer',
        'x-refuses': ['Conflict'],
        summary: 'Open the cash drawer of this desk without a sale',
        description:
          'To give change, to count what is in it, or to see whether it opens. Who opens it, when and why is kept before it is opened, and ' +
          'stands in the till and on the paper of its next count. Conflict where no drawer is set at this desk, and where its printer did ' +
          'not take the pulse: nothing tries again. A key opens it once; who comes again with it while the printer is still waited for ' +
          'is answered when it is known.',
        tags,
        body: OpenDrawerBody,
        response: answers(DrawerOpening),
      },
    },
    async (request, reply) => {
      requireDrawer(drawer)
      const id = newId()
      const done = Promise.withResolvers<undefined>()
      // Nobody need come again.
      done.promise.catch(() => undefined)
      underWay.set(id, done.promise)
      try {
        const value = await answerWrite(services, request, reply, async (db, context) => ({
          value: await keepOpening(db, context, id, request.body),
        }))
        // Where another request with the key has opened it, that one's answer has been sent, and there is none here.
        if ((value as DrawerOpening | undefined)?.id === id) await openKept(request, id)
        done.resolve(undefined)
        return value
      } catch (error) {
        done.reject(error)
        throw error
      } finally {
        underWay.delete(id)
      }
    },
  )

  /**
   * Opens it, and says of what was kept of that where it stays closed.
   * @throws CommerceError Conflict where it does
   */
  async function openKept(request: FastifyRequest, id: string): Promise<void> {
    const { storeId } = contextOf(services, request)
    try {
      await drawer.open()
    } catch (error) {
      const refusal = error instanceof DrawerError ? unopened(error) : error
      if (!(refusal instanceof CommerceError)) throw error
      const mayHaveOpened = error instanceof DrawerError && error.mayHaveOpened
      const { idempotencyKey } = request
      await database.transact(
        async (db) => {
          if (!mayHaveOpened) await noteUnopened(db, id)
          if (idempotencyKey) await takeBackAnswer(db, idempotencyKey)
        },
        { storeId },
      )
      throw refusal
    } finally {
      events.publish({ type: 'till.changed', id, version: 1, storeId })
    }
  }
}
