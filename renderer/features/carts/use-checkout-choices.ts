import { computed, nextTick, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../../api/api-error.ts'
import {
  listPaymentMethods,
  listPriceGroups,
  listShippingMethods,
  type PaymentMethod,
  type PriceGroup,
  type ShippingMethod,
} from '../../api/reference-lists.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import type { CartDraft } from './cart-draft.ts'
import type { CartSession } from './cart-session.ts'
import type { CartAddresses } from './use-cart-addresses.ts'

export interface CheckoutChoices {
  priceGroups: Readonly<ShallowRef<PriceGroup[] | undefined>>
  /** The price group goods are added at: the cart's own, else the chosen one, else the first. */
  priceGroupId: ComputedRef<string | undefined>
  /** The same as soon as it is known; undefined where no group sells in the cart's currency. */
  knownPriceGroup: () => Promise<string | undefined>
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
  draft: CartDraft,
  { billing, destinationId }: Pick<CartAddresses, 'billing' | 'destinationId'>,
): CheckoutChoices {
  const storeInfo = useStoreInfo()
  const cart = session.cart
  const currency = computed(() => cart.value?.billingCurrency.isoCode)
  const groups = useLoaded(async (signal) =>
    currency.value === undefined ? [] : listPriceGroups(storeInfo.clerkCulture, currency.value, signal),
  )
  watch([currency, () => storeInfo.clerkCulture], () => void groups.load(), { immediate: true })

  const priceGroupId = computed(
    () => cart.value?.orderLines.at(-1)?.priceGroupId ?? draft.priceGroupId ?? groups.data.value?.[0]?.id,
  )

  const isGroupKnown = computed(() => priceGroupId.value !== undefined || groups.data.value?.length === 0)
  function knownPriceGroup(): Promise<string | undefined> {
    if (isGroupKnown.value) return Promise.resolve(priceGroupId.value)
    return new Promise((resolve) => watch(isGroupKnown, () => resolve(priceGroupId.value), { once: true }))
  }

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
    priceGroups: groups.data,
    priceGroupId,
    knownPriceGroup,
    shippingMethods: shipping.data,
    paymentMethods: payment.data,
    error: computed(() => groups.error.value ?? shipping.error.value ?? payment.error.value),
    async settled() {
      await nextTick()
      await loading
    },
    async load() {
      await Promise.all([groups.load(), shipping.load(), payment.load()])
    },
  }
}
