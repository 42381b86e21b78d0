import fc from 'fast-check'
import { openCart } from '../model.ts'
import { changeBody, changed } from '../views.ts'
import { withIds } from './change-line.ts'
import { command, hasLines, idOf, pickCart, place, reference } from './command.ts'
import { requireLine } from './rules.ts'

export const removeLine = command({
  name: 'remove a line',
  weight: 4,
  picks: fc.record({ cart: place, line: reference }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart, hasLines)
    if (!cart) return undefined
    const foreign = state.carts.filter(({ id }) => id !== cart.id).flatMap(({ lines }) => lines)
    const lineId = idOf(picks.line, withIds(cart.lines), withIds(foreign))
    return {
      store: cart.store,
      method: 'DELETE',
      path: `/carts/${cart.id}/lines/${lineId}`,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        const open = openCart(before, caller, cart.id)
        const removed = requireLine(open.lines, lineId)
        const lines = open.lines.filter((_, index) => index !== removed)
        return changed(before, caller, { ...open, lines }, changeBody)
      },
    }
  },
})
