import { computed, shallowRef, type ComputedRef } from 'vue'
import type { AddressBody, CartAddress } from '../../../api/carts.ts'
import { isSameAddress, saysTheSame, toBody } from '../../addresses/address-body.ts'
import type { CartSession } from '../session/cart-session.ts'

export interface DeliveryAddress {
  billing: ComputedRef<CartAddress | null>
  /** The delivery address as the core has it; null until a delivery method is chosen. */
  shipping: ComputedRef<CartAddress | null>
  /** A delivery address of its own that waits for a delivery method. */
  waiting: ComputedRef<AddressBody | undefined>
  /** Whether goods go where the bill goes. */
  isSame: ComputedRef<boolean>
  /** Where the goods are to go; undefined before there is an address. */
  wanted: ComputedRef<AddressBody | undefined>
  /** The country that the goods go to. */
  destinationId: ComputedRef<string | undefined>
  /** Whether the core has it as it is wanted. */
  isInPlace: ComputedRef<boolean>
  /** Wants another one than the core has: where the bill goes, or one of its own; undefined for the core's after all. */
  want: (address: 'same' | AddressBody | undefined) => void
  /** The core has taken an address: where that is what is wanted, what the core has is what counts. */
  settle: (taken: AddressBody) => void
}

/** Where the goods go, out of what the cart says and what the clerk wants it to say. */
export function useDeliveryAddress({ cart }: Pick<CartSession, 'cart'>): DeliveryAddress {
  const wish = shallowRef<'same' | AddressBody>()

  const billing = computed(() => cart.value?.billingAddress ?? null)
  const shipping = computed(() => cart.value?.shipments[0]?.shipmentAddress ?? null)
  const waiting = computed(() => (typeof wish.value === 'object' ? wish.value : undefined))
  const isSame = computed(() => {
    if (wish.value !== undefined) return wish.value === 'same'
    return !shipping.value || !billing.value || saysTheSame(shipping.value, billing.value)
  })
  const wanted = computed(() => {
    const address = isSame.value ? billing.value : shipping.value
    return waiting.value ?? (address ? toBody(address) : undefined)
  })

  return {
    billing,
    shipping,
    waiting,
    isSame,
    wanted,
    destinationId: computed(() => wanted.value?.countryId ?? billing.value?.country.id),
    isInPlace: computed(
      () =>
        shipping.value !== null &&
        wanted.value !== undefined &&
        isSameAddress(toBody(shipping.value), wanted.value),
    ),
    want: (address) => (wish.value = address),
    settle(taken) {
      if (wanted.value && isSameAddress(wanted.value, taken)) wish.value = undefined
    },
  }
}
