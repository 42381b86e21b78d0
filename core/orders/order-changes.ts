import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteDb } from '../database/engine.ts'
import type { Services } from '../http/routes.ts'
import { answerWrite } from '../operations/answer.ts'
import type { Context } from '../operations/context.ts'
import { getOrder } from './order-view.ts'
import type { Order } from './order.schema.ts'

/**
 * How every route that changes an order runs its operation: in one transaction, answering the order as it is then.
 * @param operation answers the order's id
 */
export const orderChanges =
  (services: Services) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: (db: WriteDb, context: Context) => Promise<string>,
  ): Promise<Order> =>
    answerWrite(services, request, reply, async (db, context) => {
      const value = await getOrder(db, context, await operation(db, context))
      return { value, changes: context.changes }
    })

/**
 * How every route of one order runs its operation: as {@link orderChanges} does, of the order in its path.
 * @param operation what it says is not answered
 */
export const orderSteps =
  (services: Services) =>
  async (
    request: FastifyRequest<{ Params: { orderId: string } }>,
    reply: FastifyReply,
    operation: (db: WriteDb, context: Context, orderId: string) => Promise<unknown>,
  ): Promise<Order> =>
    orderChanges(services)(request, reply, async (db, context) => {
      const { orderId } = request.params
      await operation(db, context, orderId)
      return orderId
    })
