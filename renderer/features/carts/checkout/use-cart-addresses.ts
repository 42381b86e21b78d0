import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import { setBillingAddress, setShipping, type AddressBody, type CartAddress } from '../../../api/carts.ts'
import { isSameAddress, toBody } from '../../addresses/address-body.ts'
import type { CartDraft } from '../session/cart-draft.ts'
import type { CartSession } from '../session/cart-session.ts'

export interface CartAddresses {
  billing: ComputedRef<CartAddress | null>
  /** The delivery address as the core has it; null until a delivery method is chosen. */
  shipping: ComputedRef<CartAddress | null>
  /** A delivery address of its own that waits for a delivery method. */
  waiting: Readonly<ShallowRef<AddressBody | undefined>>
  /** Whether goods go where the bill goes. */
  isSame: Readonly<Ref<boolean>>
  /** Where the goods go; undefined before there is an address. */
  destinationId: ComputedRef<string | undefined>
  shippingMethodId: ComputedRef<string | undefined>
  /** Whether the core has a delivery, and to the address that is wanted. */
  isDelivered: ComputedRef<boolean>
  saveBilling: (address: AddressBody) => Promise<void>
  saveShipping: (address: AddressBody) => Promise<void>
  setSame: (isSame: boolean) => Promise<void>
  chooseDelivery: (shippingMethodId: string) => Promise<void>
}

/**
 * Billing address, delivery address and delivery method belong together: the core takes the last two in one call,
 * so whichever comes first waits for the other.
 * @param priceGroupId the group whose delivery prices hold, once it is known
 */
export function useCartAddresses(
  cartId: string,
  session: CartSession,
  draft: CartDraft,
  priceGroupId: () => string | undefined,
): CartAddresses {
  const shipment = computed(() => session.cart.value?.shipments[0])
  const billing = computed(() => session.cart.value?.billingAddress ?? null)
  const shipping = computed(() => shipment.value?.shipmentAddress ?? null)
  const shippingMethodId = computed(() => draft.shippingMethodId ?? shipment.value?.shippingMethod.id)
  const waiting = shallowRef<AddressBody>()
  const isSame = ref(true)

  const wanted = computed<AddressBody | undefined>(() => {
    if (!isSame.value && waiting.value) return waiting.value
    const address = isSame.value ? billing.value : shipping.value
    return address ? toBody(address) : undefined
  })
  const isDelivered = computed(
    () =>
      shipping.value !== null &&
      wanted.value !== undefined &&
      isSameAddress(toBody(shipping.value), wanted.value),
  )

  const stop = watch(session.cart, (cart) => {
    if (!cart) return
    isSame.value =
      !shipping.value || !billing.value || isSameAddress(toBody(shipping.value), toBody(billing.value))
    stop()
  })

  async function sendShipping(address: AddressBody | undefined): Promise<void> {
    const shippingMethod = shippingMethodId.value
    const group = priceGroupId()
    if (address === undefined || shippingMethod === undefined || group === undefined) return
    const body = { priceGroupId: group, shippingMethodId: shippingMethod, shippingAddress: address }
    await session.change((options) => setShipping(cartId, body, options), { key: 'shipping' })
    waiting.value = undefined
  }

  /** The delivery goes along with the bill; where its method does not serve the new place another must be chosen. */
  async function followBilling(address: AddressBody): Promise<void> {
    try {
      await sendShipping(address)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      draft.shippingMethodId = undefined
    }
  }

  return {
    billing,
    shipping,
    waiting,
    isSame,
    destinationId: computed(() => wanted.value?.countryId ?? billing.value?.country.id),
    shippingMethodId,
    isDelivered,
    async saveBilling(address) {
      await session.change((options) => setBillingAddress(cartId, address, options))
      if (isSame.value) await followBilling(address)
    },
    async saveShipping(address) {
      if (shippingMethodId.value === undefined) waiting.value = address
      else await sendShipping(address)
      isSame.value = false
    },
    async setSame(same) {
      isSame.value = same
      if (same && billing.value) await followBilling(toBody(billing.value))
    },
    async chooseDelivery(methodId) {
      draft.shippingMethodId = methodId
      await sendShipping(wanted.value)
    },
  }
}
