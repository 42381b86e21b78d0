import fc from 'fast-check'
import { openCart, Refused } from '../model.ts'
import type { Call, Cart } from '../state.ts'
import { changeBody, changed } from '../views.ts'
import type { Variant } from '../world.ts'
import { withIds } from './change-line.ts'
import { command, hasLines, idOf, mostly, pickCart, place, reference } from './command.ts'
import { requireLine } from './rules.ts'

export const removeLine = command({
  name: 'remove a line',
  weight: 4,
  picks: fc.record({
    cart: place,
    line: reference,
    by: mostly<'id' | 'sku' | 'variant'>('id', 'sku', 'variant'),
  }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart, hasLines)
    if (!cart) return undefined
    const foreign = state.carts.filter(({ id }) => id !== cart.id).flatMap(({ lines }) => lines)
    const lineId = idOf(picks.line, withIds(cart.lines), withIds(foreign))
    const goods = cart.lines.find(({ id }) => id === lineId)?.variant
    if (goods && picks.by !== 'id') return removingGoods(cart, goods, picks.by === 'variant')
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

/** The call that removes every line of a product, or of one of its variants. */
const removingGoods = (cart: Cart, { sku, variantSku }: Variant, isVariant: boolean): Call => ({
  store: cart.store,
  method: 'DELETE',
  path: `/carts/${cart.id}/lines`,
  body: { sku, variantSku: isVariant ? variantSku : undefined },
  scopes: ['storefront'],
  cartId: cart.id,
  decide: (before, caller) => {
    const open = openCart(before, caller, cart.id)
    const isMeant = (variant: Variant): boolean =>
      variant.sku === sku && (!isVariant || variantSku === null || variant.variantSku === variantSku)
    const lines = open.lines.filter(({ variant }) => !isMeant(variant))
    if (lines.length === open.lines.length) throw new Refused('NotFound', 'sku')
    return changed(before, caller, { ...open, lines }, changeBody)
  },
})
