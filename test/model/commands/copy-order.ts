import fc from 'fast-check'
import { discounted, totalsOf } from '../discounts.ts'
import { anyId, having } from '../match.ts'
import { Refused } from '../model.ts'
import { withCart, type Cart } from '../state.ts'
import { isValidFor } from '../validity.ts'
import { amountFor, type Criterion, type PriceGroup, type StoreWorld } from '../world.ts'
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
        const groupFor = groupsOffered(cart, caller.store, before.now)
        const leftOut: unknown[] = []
        for (const line of source.lines) {
          const group = groupFor(line.priceGroupId)
          if (amountFor(group, line.variant.prices) === undefined) {
            leftOut.push(having({ lineId: line.id, quantity: line.quantity, code: 'copy.no-price' }))
            continue
          }
          const added = lineAdded(cart, caller, {
            sku: line.variant.sku,
            variantSku: line.variant.variantSku,
            catalogId: line.variant.catalogId,
            priceGroupId: group.id,
            cultureCode: source.culture,
            quantity: line.quantity,
            addToExistingOrderline: false,
            customProperties: line.properties,
          })
          cart = discounted(added.cart, caller.store, before.now)
          totalsOf(cart, 0n)
        }
        if (leftOut.length === source.lines.length) {
          throw new Refused(
            'BadRequest',
            leftOut.map(() => undefined),
          )
        }
        if (source.shipment) {
          const { methodId, priceGroupId, address } = source.shipment
          const shipment = shipmentBy(caller.store, methodId, groupFor(priceGroupId), address)
          if (!shipment) leftOut.push(having({ code: 'copy.no-delivery' }))
          cart = discounted({ ...cart, shipment }, caller.store, before.now)
          totalsOf(cart, 0n)
        }
        return {
          status: 200,
          body: leftOut.length === 0 ? { cartId: anyId } : { cartId: anyId, leftOut },
          next: ({ body }) => withCart(before, { ...cart, id: (body as { cartId: string }).cartId }),
        }
      },
    }
  },
})

/** The group of the order where it is valid now; else the best that is, as for an empty cart, and its own where none is. */
function groupsOffered(cart: Cart, store: StoreWorld, now: number): (priceGroupId: string) => PriceGroup {
  const { groups, organization } = store.circles.get(cart.customerId ?? '') ?? { groups: new Set() }
  const isTheirs = ({ kind, values }: Criterion): boolean =>
    (kind === 'customerGroup' && (values.get(kind) ?? []).some((id) => groups.has(id))) ||
    (kind === 'organization' && (values.get(kind) ?? []).some((id) => id === organization))
  const memberships = ({ chain }: PriceGroup): number =>
    chain.flatMap((id) => store.criteria.get(id) ?? []).filter(isTheirs).length
  const isValid = (group: PriceGroup): boolean => isValidFor(group, store, cart, now)
  const [best] = store.priceGroups
    .filter((group) => group.currency.isoCode === cart.currency && isValid(group))
    .sort((one, other) => memberships(other) - memberships(one))
  return (priceGroupId) => {
    const own = requireGroup(store, priceGroupId, 'NotFound')
    return isValid(own) ? own : (best ?? own)
  }
}
