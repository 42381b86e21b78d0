import fc from 'fast-check'
import { openCart } from '../model.ts'
import { addressBody, changed } from '../views.ts'
import { addressFrom, addressPick, keptAddress, requireFields } from './address.ts'
import { command, pickCart, place } from './command.ts'

/** Section 4.6. */
export const setBillingAddress = command({
  name: 'set the billing address',
  weight: 12,
  picks: fc.record({ cart: place, address: addressPick }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart)
    if (!cart) return undefined
    const body = addressFrom(state, cart.store, picks.address)
    return {
      store: cart.store,
      method: 'POST',
      path: `/carts/${cart.id}/billing-address`,
      body,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        requireFields(picks.address)
        const open = openCart(before, caller, cart.id)
        const billing = keptAddress(before, body)
        const isNamed = billing.firstName !== '' || billing.lastName !== '' || billing.companyName !== null
        const after = { ...open, billing, isWalkIn: open.isWalkIn && !isNamed }
        return changed(before, caller, after, addressBody)
      },
    }
  },
})
