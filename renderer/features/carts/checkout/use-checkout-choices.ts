import { computed, nextTick, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../../../api/api-error.ts'
import {
  listPaymentMethods,
  listShippingMethods,
  type PaymentMethod,
  type ShippingMethod,
} from '../../../api/reference-lists.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { useStoreInfo } from '../../stores/store-info.ts'
import type { CartSession } from '../session/cart-session.ts'
import type { CartAddresses } from './use-cart-addresses.ts'
import type { PriceGroups } from './use-price-groups.ts'

export interface CheckoutChoices {
  priceGroups: PriceGroups
  /** The price group goods are added at. */
  priceGroupId: ComputedRef<string | undefined>
  /** Undefined while they are being read; empty where none serves the country. */
  shippingMethods: Readonly<ShallowRef<ShippingMethod[] | undefined>>
  paymentMethods: Readonly<ShallowRef<PaymentMethod[] | undefined>>
  error: ComputedRef<ApiError | undefined>
  load: () => Promise<void>
  /** Resolves when the lists belong to the cart as it is. */
  settled: () => Promise<void>
}

/** The lists a clerk chooses from; they follow the cart's price group, country and language. */
export function useCheckoutChoices(
  session: CartSession,
  priceGroups: PriceGroups,
  { billing, destinationId }: Pick<CartAddresses, 'billing' | 'destinationId'>,
): CheckoutChoices {
  const storeInfo = useStoreInfo()
  const cart = session.cart
  const priceGroupId = priceGroups.id

  const storeCountryId = computed(() => storeInfo.store?.defaultCountryId ?? undefined)
  const shippingQuery = computed(() => queryOf(destinationId.value ?? storeCountryId.value))
  const paymentQuery = computed(() => queryOf(billing.value?.country.id ?? storeCountryId.value))
  function queryOf(countryId: string | undefined) {
    const cultureCode = storeInfo.clerkCulture
    if (!cart.value || countryId === undefined || priceGroupId.value === undefined) return undefined
    return { cultureCode, countryId, priceGroupId: priceGroupId.value }
  }

  const shipping = useLoaded(
    async (signal) => shippingQuery.value && listShippingMethods(shippingQuery.value, signal),
  )
  const payment = useLoaded(
    async (signal) => paymentQuery.value && listPaymentMethods(paymentQuery.value, signal),
  )

  let loading: Promise<unknown> = Promise.resolve()
  /** Loads when what is asked for changes, not whenever the cart is read again. */
  function loadFor(query: ComputedRef<object | undefined>, load: () => Promise<boolean>): void {
    watch(
      () => JSON.stringify(query.value),
      () => (loading = Promise.all([loading, load()])),
      { immediate: true },
    )
  }
  loadFor(shippingQuery, shipping.load)
  loadFor(paymentQuery, payment.load)

  return {
    priceGroups,
    priceGroupId,
    shippingMethods: shipping.data,
    paymentMethods: payment.data,
    error: computed(() => priceGroups.error.value ?? shipping.error.value ?? payment.error.value),
    async settled() {
      await nextTick()
      await loading
    },
    async load() {
      await Promise.all([priceGroups.load(), shipping.load(), payment.load()])
    },
  }
}
