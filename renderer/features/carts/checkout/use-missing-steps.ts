import { computed, type ComputedRef } from 'vue'
import type { AddressBody, Cart } from '../../../api/carts.ts'
import { missingFields, toBody, toForm, type AddressNeeds } from '../../addresses/address-body.ts'
import { useDeliveryNeeds } from '../../addresses/delivery-needs.ts'
import type { CartSession } from '../session/cart-session.ts'
import type { CartAddresses } from './use-cart-addresses.ts'
import type { CheckoutChoices } from './use-checkout-choices.ts'

/** What an order needs before it can be placed, in the order in which it is asked for at the counter. */
export type Step = 'goods' | 'priceGroup' | 'billing' | 'shipping' | 'delivery' | 'payment'

export interface MissingSteps {
  /** Whether the customer collects the goods; undefined until the chosen shipping method is known. */
  isCollected: ComputedRef<boolean | undefined>
  /**
   * What the billing address needs. A customer who collects gives a name, and a walk-in not even that; a full address is
   * needed only if the goods are sent to it. What the payment method needs beyond that is checked when the order is placed.
   */
  needs: ComputedRef<AddressNeeds>
  /** What a separate delivery address needs. */
  deliveryNeeds: AddressNeeds
  missing: ComputedRef<Step[]>
}

/** The steps that are left before the cart can be placed. */
export function useMissingSteps(
  { cart }: Pick<CartSession, 'cart'>,
  choices: CheckoutChoices,
  addresses: CartAddresses,
): MissingSteps {
  const method = computed(() =>
    choices.shippingMethods.value?.find(({ id }) => id === choices.shippingMethodId.value),
  )
  const isCollected = computed(() => {
    const isUnknown = !choices.shippingMethods.value && choices.shippingMethodId.value !== undefined
    return isUnknown ? undefined : method.value?.delivers === false
  })
  const isSent = computed(() => method.value?.delivers === true)
  const deliveryNeeds = useDeliveryNeeds()
  const needs = computed(() => ({
    ...deliveryNeeds,
    hasName: cart.value?.walkIn !== true || isSent.value,
    hasPlace: isSent.value && addresses.isSame.value,
  }))
  const missing = computed(() => {
    const needsOfOwn = isSent.value && !addresses.isSame.value ? deliveryNeeds : undefined
    return missingSteps(cart.value, addresses, choices, [needs.value, needsOfOwn])
  })
  return { isCollected, needs, deliveryNeeds, missing }
}

/** @param needs of the billing address, and of the delivery address if that is a separate one */
function missingSteps(
  cart: Cart | undefined,
  { billing, wanted, isDelivered }: CartAddresses,
  { shippingMethods, paymentMethodId, priceGroups }: CheckoutChoices,
  [needs, needsOfOwn]: readonly [AddressNeeds, AddressNeeds | undefined],
): Step[] {
  const isWhole = (address: AddressBody, needed: AddressNeeds) =>
    missingFields(toForm(address), needed).length === 0
  const steps: [Step, boolean][] = [
    ['goods', (cart?.orderLines.length ?? 0) > 0],
    ['priceGroup', !priceGroups.isUnexplained.value],
    ['billing', billing.value !== null && isWhole(toBody(billing.value), needs)],
    ['shipping', !needsOfOwn || !wanted.value || isWhole(wanted.value, needsOfOwn)],
    ['delivery', isDelivered.value || shippingMethods.value?.length === 0],
    ['payment', paymentMethodId.value !== undefined],
  ]
  return steps.filter(([, isDone]) => !isDone).map(([step]) => step)
}
