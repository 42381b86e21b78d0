import fc from 'fast-check'
import { Refused } from '../model.ts'
import { withCart, type Address, type State } from '../state.ts'
import { renewed } from '../views.ts'
import { addressFrom, addressPick, keptAddress, requireFields } from './address.ts'
import { findOrder } from './change-order.ts'
import { answerOrder } from './change-payment.ts'
import { command, isSameId, mostly, NOBODYS_ID, pickOrder, place } from './command.ts'
import { missing } from './place-order.ts'

/** Sends the goods of an order to another address. */
export const setShippingAddress = command({
  name: 'send an order elsewhere',
  weight: 4,
  picks: fc.record({ order: place, isKnown: mostly(true, false), address: addressPick }),
  call: (state, picks) => {
    const picked = pickOrder(state, picks.order)
    if (!picked) return undefined
    const orderId = picks.isKnown ? picked.id : NOBODYS_ID
    const shippingAddress = addressFrom(state, picked.store, picks.address)
    return {
      store: picked.store,
      method: 'POST',
      path: `/orders/${orderId}/shipping-address`,
      body: { shippingAddress },
      scopes: ['staff'],
      decide: (before, caller) => {
        requireFields(picks.address, 'shippingAddress.')
        const order = findOrder(before, caller, orderId)
        if (!['New order', 'Paid'].includes(order.status)) throw new Refused('Conflict')
        const { placed } = order
        const { shipment } = placed
        const method = caller.store.shippingMethods.find(({ id }) => id === shipment?.methodId)
        if (!shipment || method?.sends !== true) throw new Refused('Conflict')
        if (!isSameId(shippingAddress.countryId, shipment.address.countryId)) {
          throw new Refused('BadRequest', 'shippingAddress.countryId')
        }
        const address = keptAddress(before, shippingAddress, 'shippingAddress.')
        const faults = missing('shippingAddress', address, true, true)
        if (faults.length > 0) throw new Refused('BadRequest', faults)
        if (JSON.stringify(address) === JSON.stringify(shipment.address)) return answerOrder(before, order)
        const event = { at: before.now, actor: caller.name, kind: 'order.shipping-address' }
        return answerOrder(withCartSentTo(before, order.id, address), {
          ...order,
          placed: { ...placed, shipment: { ...shipment, address } },
          events: [...order.events, event],
        })
      },
    }
  },
})

/** The cart that an order was placed from has its address, too; whoever has seen it before may place it once more. */
function withCartSentTo(state: State, cartId: string, address: Address): State {
  const cart = state.carts.find(({ id }) => id === cartId)
  if (!cart?.shipment) throw new Error('The model has a delivery without that of its cart.')
  const placedEtags = cart.etag === undefined ? cart.placedEtags : [...cart.placedEtags, cart.etag]
  return withCart(state, renewed({ ...cart, shipment: { ...cart.shipment, address }, placedEtags }))
}
