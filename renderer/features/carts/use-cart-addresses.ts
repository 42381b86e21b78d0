import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { setBillingAddress, setShipping, type AddressBody, type CartAddress } from '../../api/carts.ts'
import { isSameAddress, toBody } from '../addresses/address-body.ts'
import type { CartDraft } from './cart-draft.ts'
import type { CartSession } from './cart-session.ts'

export interface CartAddresses {
  billing: ComputedRef<CartAddress | null>
  /** The delivery address as the core has it; null until a delivery method is chosen. */
  shipping: ComputedRef<CartAddress | null>
  /** Whether goods go where the bill goes. */
  isSame: Readonly<Ref<boolean>>
  shippingMethodId: ComputedRef<string | undefined>
  saveBilling: (address: AddressBody) => Promise<void>
  /** An address of its own for the delivery. */
  saveShipping: (address: AddressBody) => Promise<void>
  setSame: (isSame: boolean) => Promise<void>
  chooseDelivery: (shippingMethodId: string) => Promise<void>
}

/**
 * Billing address, delivery address and delivery method belong together: the core takes the last two in one call,
 * so whichever comes first waits in the draft for the other.
 */
export function useCartAddresses(
  cartId: string,
  session: CartSession,
  draft: CartDraft,
  priceGroupId: ComputedRef<string | undefined>,
): CartAddresses {
  const shipment = computed(() => session.cart.value?.shipments[0])
  const billing = computed(() => session.cart.value?.billingAddress ?? null)
  const shipping = computed(() => shipment.value?.shipmentAddress ?? null)
  const shippingMethodId = computed(() => draft.shippingMethodId ?? shipment.value?.shippingMethod.id)
  const isSame = ref(true)
  /** A delivery address that waits for a delivery method. */
  let waiting: AddressBody | undefined

  const stop = watch(session.cart, (cart) => {
    if (!cart) return
    isSame.value =
      !shipping.value || !billing.value || isSameAddress(toBody(shipping.value), toBody(billing.value))
    stop()
  })

  async function sendShipping(address: AddressBody | undefined): Promise<void> {
    const methodId = shippingMethodId.value
    const group = priceGroupId.value
    if (address === undefined || methodId === undefined || group === undefined) return
    const body = { priceGroupId: group, shippingMethodId: methodId, shippingAddress: address }
    await session.change((options) => setShipping(cartId, body, options), { key: 'shipping' })
    waiting = undefined
  }

  function wantedAddress(): AddressBody | undefined {
    const address = isSame.value ? billing.value : shipping.value
    return (isSame.value ? undefined : waiting) ?? (address ? toBody(address) : undefined)
  }

  return {
    billing,
    shipping,
    isSame,
    shippingMethodId,
    async saveBilling(address) {
      await session.change((options) => setBillingAddress(cartId, address, options))
      if (isSame.value) await sendShipping(address)
    },
    async saveShipping(address) {
      if (shippingMethodId.value === undefined) waiting = address
      else await sendShipping(address)
      isSame.value = false
    },
    async setSame(same) {
      isSame.value = same
      if (same) await sendShipping(wantedAddress())
    },
    async chooseDelivery(methodId) {
      draft.shippingMethodId = methodId
      await sendShipping(wantedAddress())
    },
  }
}
