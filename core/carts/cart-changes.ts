import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerWrite } from '../access/answer.ts'
import type { Context } from '../access/context.ts'
import type { WriteDb } from '../database/database.ts'
import type { Services } from '../http/routes.ts'
import { cartEventKind, recordCartEvent } from './cart-events.ts'
import { viewMiniCart } from './cart-view.ts'
import { etagOf } from './cart.repository.ts'
import type { AddressChange, CartChange, MiniCart } from './cart.schema.ts'

type CartRequest = FastifyRequest<{ Params: { cartId: string }; Querystring: { views?: 'miniCart' } }>

/**
 * How every route that changes a cart runs its operation (section 4.2): in one transaction, with the cart's new version
 * as `ETag` and in its history, and the mini cart where the request asks for it.
 * @param answer makes the body of the mini cart, which is null where it is not asked for
 * @param operation answers the cart's new version
 */
export const cartChanges =
  (services: Services) =>
  async <T extends object>(
    request: CartRequest,
    reply: FastifyReply,
    answer: (miniCart: MiniCart | null) => T,
    operation: (db: WriteDb, context: Context) => Promise<number>,
  ): Promise<T> =>
    answerWrite(services, request, reply, async (db, context) => {
      const version = await operation(db, context)
      reply.header('etag', etagOf(version))
      const { cartId } = request.params
      // A write that changes nothing makes no version.
      if (context.changes.some(({ id, version: made }) => id === cartId && made === version)) {
        const [, path = ''] = request.routeOptions.url?.split('/:cartId') ?? []
        await recordCartEvent(db, context, { cartId, version, kind: cartEventKind(request.method, path) })
      }
      const isAsked = request.query.views === 'miniCart'
      return answer(isAsked ? await viewMiniCart(db, context, cartId) : null)
    })

/** The body of property and line calls: `miniCart` is always there. */
export const cartChange = (miniCart: MiniCart | null): CartChange => ({ miniCart, success: true })

/** The body of billing and shipping: `success` is a text, and `miniCart` is there only when asked for. */
export const addressChange = (miniCart: MiniCart | null): AddressChange =>
  miniCart === null ? { success: 'true' } : { miniCart, success: 'true' }
