import { computed, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../../../api/api-error.ts'
import { patiently } from '../../../api/connection.ts'
import {
  listPaymentMethods,
  listShippingMethods,
  type PaymentMethod,
  type ShippingMethod,
} from '../../../api/reference-lists.ts'
import { useLive } from '../../../ui/use-live.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { useStoreInfo } from '../../stores/store-info.ts'
import type { CartDraft } from '../session/cart-draft.ts'
import type { CartSession } from '../session/cart-session.ts'
import { chosenOf } from './chosen.ts'
import type { DeliveryAddress } from './delivery-address.ts'
import type { PriceGroups } from './use-price-groups.ts'

export interface CheckoutChoices {
  priceGroups: PriceGroups
  /** The price group goods are added at. */
  priceGroupId: ComputedRef<string | undefined>
  /** Undefined while they are being read; empty where none serves the country. */
  shippingMethods: Readonly<ShallowRef<ShippingMethod[] | undefined>>
  /** The method that is chosen, of those that are offered: the clerk's choice, else the cart's. */
  shippingMethodId: ComputedRef<string | undefined>
  paymentMethods: Readonly<ShallowRef<PaymentMethod[] | undefined>>
  /**
   * The method that is chosen, of those that are offered: the clerk's choice, else what the store offers walk-ins first. The
   * cart itself has none before it is placed.
   */
  paymentMethodId: ComputedRef<string | undefined>
  error: ComputedRef<ApiError | undefined>
  load: () => Promise<void>
  /** Resolves when the lists belong to the cart as it is. */
  settled: () => Promise<void>
}

/** Records of the shop on which it depends what an order may be delivered, paid and priced by. */
const NOUNS: readonly string[] = ['payment-method', 'shipping-method', 'country', 'price-group']

/**
 * What a clerk chooses from, and what is chosen of it; all of it follows the shop's own records, and the cart's price group,
 * country and language.
 */
export function useCheckoutChoices(
  { cart }: Pick<CartSession, 'cart'>,
  draft: CartDraft,
  priceGroups: PriceGroups,
  { destinationId }: Pick<DeliveryAddress, 'destinationId'>,
): CheckoutChoices {
  const storeInfo = useStoreInfo()
  /** As it was when the cart was opened: how it is paid does not change under the hand that takes the money. */
  const ofWalkIns = storeInfo.store?.walkInPaymentMethodId ?? undefined

  const shippingQuery = () => queryOf(destinationId.value)
  const paymentQuery = () => queryOf(cart.value?.billingAddress?.country.id)
  function queryOf(country: string | undefined) {
    const countryId = country ?? storeInfo.store?.defaultCountryId ?? undefined
    const priceGroupId = priceGroups.id.value
    if (!cart.value || countryId === undefined || priceGroupId === undefined) return undefined
    return { cultureCode: storeInfo.clerkCulture, countryId, priceGroupId }
  }

  const shipping = useLoaded(async (signal) => {
    const query = shippingQuery()
    return query && patiently(() => listShippingMethods(query, signal))
  }, shippingQuery)
  const payment = useLoaded(async (signal) => {
    const query = paymentQuery()
    return query && patiently(() => listPaymentMethods(query, signal))
  }, paymentQuery)
  useLive(
    ({ noun, type }) => type === 'record.changed' && NOUNS.includes(noun ?? ''),
    async () => {
      const loads = [priceGroups.refresh(), shipping.refresh(), payment.refresh()]
      return (await Promise.all(loads)).every((isDone) => isDone)
    },
  )

  return {
    priceGroups,
    priceGroupId: priceGroups.id,
    shippingMethods: shipping.data,
    shippingMethodId: computed(() =>
      chosenOf(shipping.data.value, draft.shippingMethodId, cart.value?.shipments[0]?.shippingMethod.id),
    ),
    paymentMethods: payment.data,
    paymentMethodId: computed(() =>
      chosenOf(
        payment.data.value,
        draft.paymentMethodId,
        cart.value?.walkIn === true ? ofWalkIns : undefined,
      ),
    ),
    error: computed(() => priceGroups.error.value ?? shipping.error.value ?? payment.error.value),
    async settled() {
      await Promise.all([shipping.settled(), payment.settled()])
    },
    async load() {
      await Promise.all([priceGroups.load(), shipping.load(), payment.load()])
    },
  }
}
