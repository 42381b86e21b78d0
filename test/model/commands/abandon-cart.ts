import fc from 'fast-check'
import { openCart } from '../model.ts'
import { changeBody, changed } from '../views.ts'
import { command, pickCart, place } from './command.ts'

export const abandonCart = command({
  name: 'abandon a cart',
  weight: 1,
  picks: fc.record({ cart: place }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart)
    if (!cart) return undefined
    return {
      store: cart.store,
      method: 'DELETE',
      path: `/carts/${cart.id}`,
      scopes: ['staff'],
      cartId: cart.id,
      decide: (before, caller) => {
        const open = openCart(before, caller, cart.id)
        return changed(before, caller, { ...open, state: 'abandoned' }, changeBody)
      },
    }
  },
})
