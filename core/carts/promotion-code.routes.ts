import type { FastifyReply } from 'fastify'
import type { WriteDb } from '../database/engine.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import type { Context } from '../operations/context.ts'
import {
  PromotionCodeBody,
  PromotionCodeParams,
  PromotionCodesAnswer,
  type PromotionCode,
} from '../promotions/promotion.schema.ts'
import { cartChange, cartChanges, type ShownCart } from './cart-changes.ts'
import { ChangeQuery, PromotionCodeChange } from './cart.schema.ts'
import { addPromotionCode, listPromotionCodes, removePromotionCode } from './promotion-codes.ts'

const withCodes = (
  shown: ShownCart,
  { promotionCodes }: { promotionCodes: PromotionCode[]; version: number },
): PromotionCodeChange => ({ ...cartChange(shown), promotionCodes })
const config = { scope: 'storefront' } as const
const changing = { ...config, heedsIfMatch: true }
const tags = ['Extensions']

/** Promotion codes of a cart, with the conventions of its properties (section 4.4). */
export function promotionCodeRoutes(app: App, services: Services): void {
  const change = cartChanges(services)
  /** Answers with the codes that the cart has then. */
  const changeCodes = async (
    request: Parameters<typeof change>[0],
    reply: FastifyReply,
    operation: (db: WriteDb, context: Context) => Promise<number>,
  ): Promise<PromotionCodeChange> =>
    change(request, reply, withCodes, async (db, context) => {
      const version = await operation(db, context)
      return { version, promotionCodes: await listPromotionCodes(db, context, request.params.cartId) }
    })
  const schema = {
    tags,
    params: PromotionCodeParams,
    querystring: ChangeQuery,
    body: PromotionCodeBody,
    response: answers(PromotionCodeChange),
  }

  app.get(
    '/carts/:cartId/promotion-codes',
    {
      config,
      schema: {
        operationId: 'listPromotionCodes',
        summary: 'Get the promotion codes of a cart',
        tags,
        params: idParams('cartId'),
        response: answers(PromotionCodesAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => ({
        promotionCodes: await listPromotionCodes(db, context, request.params.cartId),
      })),
  )

  app.post(
    '/carts/:cartId/promotion-codes/:code',
    {
      config: changing,
      schema: {
        operationId: 'addPromotionCode',
        summary: 'Add a promotion code to a cart',
        description:
          'Upper and lower case are the same. Discounts are reckoned anew with every change of the cart: a code whose ' +
          'campaign asks for more than the cart holds is kept and takes effect as soon as it can. An unknown code is ' +
          'NotFound, one whose time has passed or not begun BadRequest, one that the cart has Conflict, and so a second ' +
          'one of a campaign that limits how often each may be used.',
        ...schema,
      },
    },
    async (request, reply) =>
      changeCodes(request, reply, async (db, context) =>
        addPromotionCode(db, context, request.params, request.body),
      ),
  )

  app.delete(
    '/carts/:cartId/promotion-codes/:code',
    {
      config: changing,
      schema: {
        operationId: 'removePromotionCode',
        summary: 'Take a promotion code away from a cart',
        ...schema,
      },
    },
    async (request, reply) =>
      changeCodes(request, reply, async (db, context) =>
        removePromotionCode(db, context, request.params, request.body),
      ),
  )
}
