import type { Cart } from '../../../api/carts.ts'

const keyOf = (cartId: string) => `backcounter.begun.${cartId}`

/** Notes that this window has begun the cart: it may give it up again where nothing comes of it. */
export const noteBegun = (cartId: string): void => sessionStorage.setItem(keyOf(cartId), '1')
export const hasBegun = (cartId: string): boolean => sessionStorage.getItem(keyOf(cartId)) !== null
export const forgetBegun = (cartId: string): void => sessionStorage.removeItem(keyOf(cartId))

/** Whether nothing is in the cart that anybody could want to come back to. */
export function isBlank({
  orderLines,
  customer,
  billingAddress,
  shipments,
  note,
  name,
  walkIn,
  customProperties,
  priceGroupOverride,
}: Cart): boolean {
  const isFilled = [orderLines, shipments, customProperties].some((parts) => parts.length > 0)
  const isSaid = Boolean(note) || name !== undefined || walkIn === true || priceGroupOverride !== undefined
  return !isFilled && !isSaid && !customer && !billingAddress
}
