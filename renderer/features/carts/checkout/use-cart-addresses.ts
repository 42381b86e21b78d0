import { computed, type ComputedRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import {
  setBillingAddress,
  setShipping,
  type AddressBody,
  type Cart,
  type CartAddress,
  type ChangeOptions,
  type VersionedCart,
} from '../../../api/carts.ts'
import { mergeAddresses, toBody } from '../../addresses/address-body.ts'
import type { CartDraft } from '../session/cart-draft.ts'
import type { CartSession } from '../session/cart-session.ts'
import { withBilling, withShipping } from '../session/meant-cart.ts'
import type { DeliveryAddress } from './delivery-address.ts'
import type { CheckoutChoices } from './use-checkout-choices.ts'

export interface CartAddresses extends Omit<DeliveryAddress, 'want' | 'settle'> {
  /** Whether the core has the delivery that is chosen, to the address that is wanted. */
  isDelivered: ComputedRef<boolean>
  /** @param step what it belongs to, where it is part of a larger step */
  saveBilling: (address: AddressBody, step?: string, since?: VersionedCart) => Promise<void>
  /** @param since the cart as it was when the address began to be typed: what others change in it meanwhile stays */
  saveShipping: (address: AddressBody, since?: VersionedCart) => Promise<void>
  /**
   * Goods go where the bill goes.
   * @param step what it belongs to, where it is part of a larger step
   */
  setSame: (step?: string) => Promise<void>
  chooseDelivery: (shippingMethodId: string) => Promise<void>
}

/**
 * Billing address, delivery address and delivery method belong together: the core takes the last two in one call,
 * so whichever comes first waits for the other.
 */
export function useCartAddresses(
  cartId: string,
  session: CartSession,
  draft: CartDraft,
  { want, settle, ...delivery }: DeliveryAddress,
  { priceGroupId, shippingMethodId }: Pick<CheckoutChoices, 'priceGroupId' | 'shippingMethodId'>,
): CartAddresses {
  async function sendShipping(
    address: AddressBody | undefined,
    { step, since }: { step?: string | undefined; since?: VersionedCart | undefined } = {},
  ): Promise<void> {
    const [method, group] = [shippingMethodId.value, priceGroupId.value]
    if (address === undefined || method === undefined || group === undefined) return
    const body = { priceGroupId: group, shippingMethodId: method }
    const write = (options: ChangeOptions, cart: Cart | undefined) => {
      const shippingAddress = mergeAddresses(shippingOf(since?.cart), address, shippingOf(cart))
      return setShipping(cartId, { ...body, shippingAddress }, options)
    }
    await session.change(write, {
      key: 'shipping',
      meant: withShipping(method, address),
      since,
      ...(step !== undefined && { step }),
    })
    settle(address)
    // What the cart has needs no wish, unless that is another by now.
    if (draft.shippingMethodId === method) draft.shippingMethodId = undefined
  }

  /** The delivery goes along with the bill; where its method does not serve the new place another must be chosen. */
  async function followBilling(address: AddressBody, step?: string): Promise<void> {
    try {
      await sendShipping(address, { step })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
    }
  }

  return {
    ...delivery,
    isDelivered: computed(() => {
      const method = session.cart.value?.shipments[0]?.shippingMethod.id
      return delivery.isInPlace.value && method === shippingMethodId.value
    }),
    async saveBilling(address, step = crypto.randomUUID(), since?: VersionedCart) {
      const follows = delivery.isSame.value
      if (follows) want('same')
      const merged = (cart: Cart | undefined) =>
        mergeAddresses(billingOf(since?.cart), address, billingOf(cart))
      const { cart } = await session.change(
        (options, now) => setBillingAddress(cartId, merged(now), options),
        { step, meant: withBilling(address), since },
      )
      if (follows) await followBilling(billingOf(cart) ?? address, step)
    },
    async saveShipping(address, since) {
      const before = delivery.waiting.value
      want(address)
      try {
        await sendShipping(address, { since })
      } catch (error) {
        want(before)
        throw error
      }
    },
    async setSame(step) {
      want('same')
      if (delivery.billing.value) await followBilling(toBody(delivery.billing.value), step)
    },
    async chooseDelivery(methodId) {
      draft.shippingMethodId = methodId
      await sendShipping(delivery.wanted.value)
    },
  }
}

const bodyOf = (address: CartAddress | null | undefined): AddressBody | undefined =>
  address ? toBody(address) : undefined
const billingOf = (cart: Cart | undefined) => bodyOf(cart?.billingAddress)
const shippingOf = (cart: Cart | undefined) => bodyOf(cart?.shipments[0]?.shipmentAddress)
