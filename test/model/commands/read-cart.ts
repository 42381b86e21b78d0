import fc from 'fast-check'
import { discountedNow, isSameDiscounts, totalsOf } from '../discounts.ts'
import { cartOf, Refused } from '../model.ts'
import { withCart, type Call, type Cart } from '../state.ts'
import { toWire } from '../money.ts'
import { bound, cartBody, freshEtag, type CartBody } from '../views.ts'
import { amountFor } from '../world.ts'
import {
  command,
  groupIdFor,
  groupPick,
  idOf,
  isSameId,
  otherStore,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { requireCurrency, requireGroup } from './rules.ts'

/** Sections 4.3 and 2.1: the cart as it is, or as it would be placed with a payment method. */
export const readCart = command({
  name: 'read a cart',
  weight: 5,
  picks: fc.record({
    cart: place,
    method: fc.option(reference, { nil: undefined, freq: 2 }),
    group: fc.option(groupPick, { nil: undefined, freq: 2 }),
  }),
  call: (state, { method, group, ...picks }) => {
    const cart = pickCart(state, picks.cart, () => true)
    if (!cart) return undefined
    const { paymentMethods } = storeOf(state, cart.store)
    const foreign = otherStore(state, cart.store).paymentMethods
    return reading(
      cart,
      method && idOf(method, paymentMethods, foreign),
      group && groupIdFor(state, cart, group),
    )
  },
})

/** The call that reads a cart, and learns the ids of what is in it. */
export function reading(cart: Cart, paymentMethodId?: string, priceGroupId?: string): Call {
  const query = new URLSearchParams({
    ...(paymentMethodId !== undefined && { paymentMethodId }),
    ...(priceGroupId !== undefined && { priceGroupId }),
  })
  return {
    store: cart.store,
    method: 'GET',
    path: `/carts/${cart.id}${query.size > 0 ? `?${query.toString()}` : ''}`,
    scopes: ['storefront'],
    decide: (before, caller) => {
      const kept = cartOf(before, caller, cart.id)
      const shown = discountedNow(kept, caller.store, before.now)
      const terms = () => {
        // A placed cart shows what its own payment costs.
        const order = before.orders.find(({ id }) => id === shown.id)
        const isOwn = order?.payments.some(
          ({ methodId, state }) => state !== 'voided' && isSameId(paymentMethodId ?? '', methodId),
        )
        if (paymentMethodId === undefined || (shown.state === 'ordered' && isOwn)) {
          return { fee: shown.fee, rate: 0n }
        }
        const sent = priceGroupId ?? shown.lines[0]?.priceGroupId
        if (sent === undefined) throw new Refused('BadRequest', 'priceGroupId')
        const group = requireGroup(caller.store, sent)
        requireCurrency(group, shown.currency)
        const method = caller.store.paymentMethods.find(({ id }) => isSameId(paymentMethodId, id))
        const fee = method && amountFor(group, method.prices)
        if (!method || fee === undefined) throw new Refused('BadRequest', 'paymentMethodId')
        return { fee, rate: method.rate }
      }
      const { fee, rate } = terms()
      return {
        status: 200,
        body: {
          ...cartBody(before, shown, totalsOf(shown, fee, rate)),
          ...(!isSameDiscounts(kept, shown) && {
            earlierTotal: toWire(totalsOf(kept, fee, rate).orderTotal, kept.currency),
          }),
        },
        etag: freshEtag(shown),
        next: ({ body, etag }) => withCart(before, { ...bound(kept, body as CartBody), etag }),
      }
    },
  }
}
