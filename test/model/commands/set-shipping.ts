import fc from 'fast-check'
import { openCart, Refused } from '../model.ts'
import type { Address, Shipment } from '../state.ts'
import { addressBody, changed } from '../views.ts'
import { amountFor, type PriceGroup, type StoreWorld } from '../world.ts'
import { addressFrom, addressPick, keptAddress, requireFields } from './address.ts'
import {
  command,
  groupIdFor,
  groupPick,
  idOf,
  isSameId,
  mostlyFitting,
  otherStore,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { requireCurrency, requireGroup } from './rules.ts'

/** Section 4.7. */
export const setShipping = command({
  name: 'set the delivery',
  weight: 10,
  picks: fc.record({ cart: place, address: addressPick, method: reference, group: groupPick }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart)
    if (!cart) return undefined
    const { shippingMethods } = storeOf(state, cart.store)
    const foreign = otherStore(state, cart.store).shippingMethods
    const shippingAddress = addressFrom(state, cart.store, picks.address)
    const priceGroupId = groupIdFor(state, cart, picks.group)
    const group = storeOf(state, cart.store).priceGroups.find(({ id }) => isSameId(priceGroupId, id))
    const body = {
      priceGroupId,
      shippingMethodId: idOf(
        picks.method,
        mostlyFitting(
          shippingMethods,
          picks.method.at,
          ({ countries, prices }) =>
            countries.has(shippingAddress.countryId) &&
            group !== undefined &&
            amountFor(group, prices) !== undefined,
        ),
        foreign,
      ),
      shippingAddress,
    }
    return {
      store: cart.store,
      method: 'POST',
      path: `/carts/${cart.id}/shipping`,
      body,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        requireFields(picks.address, 'shippingAddress.')
        const open = openCart(before, caller, cart.id)
        const group = requireGroup(caller.store, body.priceGroupId, 'NotFound')
        const address = keptAddress(before, shippingAddress, 'shippingAddress.')
        requireCurrency(group, open.currency)
        const shipment = shipmentBy(caller.store, body.shippingMethodId, group, address)
        if (!shipment) throw new Refused('BadRequest', 'shippingMethodId')
        return changed(before, caller, { ...open, shipment }, addressBody)
      },
    }
  },
})

/** What a delivery costs; undefined where the method does not serve the country and price group. */
export function shipmentBy(
  { shippingMethods }: StoreWorld,
  methodId: string,
  group: PriceGroup,
  address: Address,
): Shipment | undefined {
  const method = shippingMethods.find(({ id }) => isSameId(methodId, id))
  const price = method && amountFor(group, method.prices)
  if (!method || price === undefined || !method.countries.has(address.countryId)) return undefined
  return {
    methodId: method.id,
    priceGroupId: group.id,
    address,
    price,
    taxRate: group.taxRate ?? method.rate,
  }
}
