import fc from 'fast-check'
import { openCart, Refused } from '../model.ts'
import { fromWire } from '../money.ts'
import { changeBody, changed } from '../views.ts'
import { price, quantity, requireNumbers, requirePriceScope } from './add-line.ts'
import { command, hasLines, idOf, pickCart, place, reference } from './command.ts'
import { requireLine } from './rules.ts'

/** Another quantity, price or tax rate, all of them, or nothing at all. */
export const changeLine = command({
  name: 'change a line',
  weight: 9,
  picks: fc.record({
    cart: place,
    line: reference,
    quantity: fc.option(quantity, { nil: undefined, freq: 3 }),
    price: fc.option(price, { nil: undefined, freq: 1 }),
    taxRate: fc.constantFrom(undefined, undefined, undefined, undefined, 0, 0.07, 0.25, 1.01),
  }),
  call: (state, { cart: index, line, ...body }) => {
    const cart = pickCart(state, index, hasLines)
    if (!cart) return undefined
    const foreign = state.carts.filter(({ id }) => id !== cart.id).flatMap(({ lines }) => lines)
    const lineId = idOf(line, withIds(cart.lines), withIds(foreign))
    return {
      store: cart.store,
      method: 'PATCH',
      path: `/carts/${cart.id}/lines/${lineId}`,
      body,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        requireNumbers(body)
        const { taxRate } = body
        if (body.quantity === undefined && body.price === undefined && taxRate === undefined) {
          throw new Refused('BadRequest')
        }
        requirePriceScope(caller, { price: body.price ?? taxRate })
        const open = openCart(before, caller, cart.id)
        const changedLine = requireLine(open.lines, lineId)
        const lines = open.lines.map((other, place) => {
          if (place !== changedLine) return other
          const line = {
            ...other,
            quantity: body.quantity ?? other.quantity,
            ...(taxRate !== undefined && { taxRate: BigInt(Math.round(taxRate * 1_000_000)) }),
          }
          if (body.price === undefined) return line
          return { ...line, price: fromWire(body.price, open.currency), isPriceSet: true }
        })
        return changed(before, caller, { ...open, lines }, changeBody)
      },
    }
  },
})

export const withIds = (things: readonly { readonly id: string | undefined }[]): { id: string }[] =>
  things.flatMap(({ id }) => (id === undefined ? [] : [{ id }]))
