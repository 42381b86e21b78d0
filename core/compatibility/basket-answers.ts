import type { onSendHookHandler } from 'fastify'
import type { ErrorBody } from '../http/schema.ts'
import { isBasketAddress } from './addresses.ts'

/** Who asks for a basket is answered with one: `basketId` and `miniBasket`, in refusals too. */
export const answerBaskets: onSendHookHandler = (request, _reply, payload, done) => {
  const isOther = typeof payload === 'string' && isBasketAddress(request.originalUrl)
  done(null, isOther && payload.startsWith('{') ? asBasket(payload) : payload)
}

function asBasket(json: string): string {
  const { cartId, miniCart, errors, ...answer } = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify({
    ...answer,
    ...(cartId !== undefined && { basketId: cartId }),
    ...(miniCart !== undefined && { miniBasket: miniCart }),
    ...(errors !== undefined && { errors: (errors as ErrorBody['errors']).map(ofBasket) }),
  })
}

/** A fault is told by the name that the caller has used. */
const ofBasket = (fault: ErrorBody['errors'][number]) => ({
  ...fault,
  'error-description': fault['error-description']
    .replace(/^cartId(?=: )/, 'basketId')
    .replace(/^views: must be miniCart$/, 'views: must be miniBasket'),
})
