import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerWrite, type Context } from '../access/context.ts'
import type { WriteDb } from '../database/database.ts'
import type { Services } from '../http/routes.ts'
import { viewMiniCart } from './cart-view.ts'
import { etagOf } from './cart.repository.ts'
import type { MiniCart } from './cart.schema.ts'

type CartRequest = FastifyRequest<{ Params: { cartId: string }; Querystring: { views?: 'miniCart' } }>

/**
 * How every route that changes a cart runs its operation (section 4.2): in one transaction, with the mini cart where
 * the request asks for it, and the cart's new version as `ETag`.
 */
export const cartChanges =
  (services: Services) =>
  async (
    request: CartRequest,
    reply: FastifyReply,
    operation: (db: WriteDb, context: Context) => Promise<number>,
  ): Promise<MiniCart | null> => {
    const { version, miniCart } = await answerWrite(services, request, async (db, context) => ({
      version: await operation(db, context),
      miniCart:
        request.query.views === 'miniCart' ? await viewMiniCart(db, context, request.params.cartId) : null,
    }))
    reply.header('etag', etagOf(version))
    return miniCart
  }
