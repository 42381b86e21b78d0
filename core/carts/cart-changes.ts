import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { WriteDb } from '../database/engine.ts'
import type { Services } from '../http/routes.ts'
import { answerWrite } from '../operations/answer.ts'
import type { Context } from '../operations/context.ts'
import { cartEventKind, recordCartEvent } from './cart-events.ts'
import { viewMiniCart } from './cart-view.ts'
import { getCartAfterChange } from './get-cart.ts'
import type { AddressChange, Cart, CartChange, ChangeQuery, MiniCart } from './cart.schema.ts'

type CartRequest = FastifyRequest<{ Params: { cartId: string }; Querystring: Static<typeof ChangeQuery> }>

/** What a change answers of its cart, as far as it is asked for. */
export interface ShownCart {
  readonly miniCart: MiniCart | null
  readonly cart?: Cart
}

/**
 * How every route that changes a cart runs its operation (section 4.2): in one transaction, with the cart's new version
 * as `ETag` and in its history, and the cart in the answer where the request asks for it.
 * @param answer makes the body of what is shown of the cart, and of what the operation says
 * @param operation answers the cart's new version
 */
export const cartChanges =
  (services: Services) =>
  async <T extends object, Done extends number | { readonly version: number } = number>(
    request: CartRequest,
    reply: FastifyReply,
    answer: (shown: ShownCart, done: Done) => T,
    operation: (db: WriteDb, context: Context) => Promise<Done>,
  ): Promise<T> =>
    answerWrite(services, request, reply, async (db, context) => {
      const done = await operation(db, context)
      const version = typeof done === 'number' ? done : done.version
      const { cartId } = request.params
      // A write that changes nothing makes no version.
      if (context.changes.some(({ id, version: made }) => id === cartId && made === version)) {
        const [, path = ''] = request.routeOptions.url?.split('/:cartId') ?? []
        await recordCartEvent(db, context, { cartId, version, kind: cartEventKind(request.method, path) })
      }
      const value = answer(await showCart(db, context, cartId, request.query), done)
      return { value, version, changes: context.changes }
    })

/** Reads the cart again as far as the request asks for it. */
async function showCart(
  db: WriteDb,
  context: Context,
  cartId: string,
  { views, include, ...payment }: Static<typeof ChangeQuery>,
): Promise<ShownCart> {
  const miniCart = views === undefined ? null : await viewMiniCart(db, context, cartId)
  if (include === undefined) return { miniCart }
  return { miniCart, cart: await getCartAfterChange(db, context, cartId, payment) }
}

/** The body of property and line calls: `miniCart` is always there. */
export const cartChange = (shown: ShownCart): CartChange => ({ ...shown, success: true })

/** The body of billing and shipping: `success` is a text, and `miniCart` is there only when asked for. */
export const addressChange = ({ miniCart, ...shown }: ShownCart): AddressChange => ({
  ...(miniCart !== null && { miniCart }),
  ...shown,
  success: 'true',
})
