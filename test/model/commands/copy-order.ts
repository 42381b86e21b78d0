import fc from 'fast-check'
import { discounted, totalsOf } from '../discounts.ts'
import { anyId } from '../match.ts'
import { withCart, type Cart } from '../model.ts'
import { lineAdded } from './add-line.ts'
import { findOrder } from './change-order.ts'
import { command, mostly, NOBODYS_ID, pickOrder, place } from './command.ts'
import { EMPTY } from './create-cart.ts'
import { isForWalkIns } from './place-order.ts'
import { requireGroup } from './rules.ts'
import { shipmentBy } from './set-shipping.ts'
import { forWalkIn } from './update-cart.ts'

/** Sells the same again: goods and delivery at the prices of today, customer and addresses. */
export const copyOrder = command({
  name: 'copy an order to a new cart',
  weight: 3,
  picks: fc.record({ order: place, isKnown: mostly(true, false) }),
  call: (state, picks) => {
    const picked = pickOrder(state, picks.order)
    if (!picked) return undefined
    const orderId = picks.isKnown ? picked.id : NOBODYS_ID
    return {
      store: picked.store,
      method: 'POST',
      path: `/orders/${orderId}/cart`,
      scopes: ['staff'],
      decide: (before, caller) => {
        const order = findOrder(before, caller, orderId)
        const source = order.placed
        let cart: Cart = {
          ...source,
          ...EMPTY,
          createdAt: before.now,
          billing: source.billing,
          customerId: order.customer.id,
        }
        if (isForWalkIns(order.customer)) cart = forWalkIn(cart, caller.store)
        for (const line of source.lines) {
          const added = lineAdded(cart, caller, {
            sku: line.variant.sku,
            variantSku: line.variant.variantSku,
            catalogId: line.variant.catalogId,
            priceGroupId: line.priceGroupId,
            cultureCode: source.culture,
            quantity: line.quantity,
            addToExistingOrderline: false,
            customProperties: line.properties,
          })
          cart = discounted(added.cart, caller.store, before.now)
          totalsOf(cart, 0n)
        }
        if (source.shipment) {
          const { methodId, priceGroupId, address } = source.shipment
          const group = requireGroup(caller.store, priceGroupId, 'NotFound')
          const shipment = shipmentBy(caller.store, methodId, group, address)
          cart = discounted({ ...cart, shipment }, caller.store, before.now)
          totalsOf(cart, 0n)
        }
        return {
          status: 200,
          body: { cartId: anyId },
          next: ({ body }) => withCart(before, { ...cart, id: (body as { cartId: string }).cartId }),
        }
      },
    }
  },
})
