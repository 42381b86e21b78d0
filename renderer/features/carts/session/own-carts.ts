import type { Cart } from '../../../api/carts.ts'
import { fromBody, saysTheSame } from '../../addresses/address-body.ts'

const keyOf = (cartId: string) => `backcounter.begun.${cartId}`

/**
 * Notes that this window has begun the cart: it may give it up again where nothing comes of it.
 * @param isWalkIn whether it began as a walk-in's
 */
export const noteBegun = (cartId: string, isWalkIn: boolean): void =>
  sessionStorage.setItem(keyOf(cartId), isWalkIn ? BEGUN_AS_WALK_IN : '1')
const BEGUN_AS_WALK_IN = 'walk-in'
export const hasBegun = (cartId: string): boolean => sessionStorage.getItem(keyOf(cartId)) !== null
export const forgetBegun = (cartId: string): void => sessionStorage.removeItem(keyOf(cartId))

/** Whether nothing is in the cart that anybody could want to come back to: what it began with is nothing. */
export function isBlank(cart: Cart): boolean {
  const { billingAddress, customProperties, customer, name, note, orderLines, priceGroupOverride } = cart
  const isFilled = [orderLines, customProperties].some((parts) => parts.length > 0)
  const isSaid = Boolean(note) || name !== undefined || priceGroupOverride !== undefined
  if (isFilled || isSaid || customer) return false
  if (cart.walkIn !== true) return cart.shipments.length === 0 && !billingAddress
  const addresses = [billingAddress, ...cart.shipments.map(({ shipmentAddress }) => shipmentAddress)]
  return sessionStorage.getItem(keyOf(cart.id)) === BEGUN_AS_WALK_IN && addresses.every(isNowhere)
}

/** Of an address of which nothing is known but the country. */
const isNowhere = (address: Cart['billingAddress']): boolean =>
  address === null || saysTheSame(address, fromBody({ countryId: address.country.id }, address))
