import fc from 'fast-check'
import { openCart, Refused } from '../model.ts'
import { stockGivenBack } from '../stock.ts'
import { withOrder } from '../state.ts'
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
        if (open.state === 'ordered') throw new Refused('Conflict')
        const order = before.orders.find(({ id }) => id === cart.id)
        const events = [{ at: before.now, actor: caller.name, kind: 'order.cancelled' }]
        const then = order
          ? withOrder(stockGivenBack(before, order), {
              ...order,
              status: 'Cancelled',
              events: [...order.events, ...events],
              taken: {},
            })
          : before
        return changed(then, caller, { ...open, state: 'abandoned' }, changeBody)
      },
    }
  },
})
