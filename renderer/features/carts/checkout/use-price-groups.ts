import { computed, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../../../api/api-error.ts'
import { listPriceGroupsOfCart, type CartPriceGroup } from '../../../api/carts.ts'
import { patiently } from '../../../api/connection.ts'
import { useLive } from '../../../ui/use-live.ts'
import { useInterval } from '../../../ui/use-interval.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { useStoreInfo } from '../../stores/store-info.ts'
import type { CartDraft } from '../session/cart-draft.ts'
import type { CartSession } from '../session/cart-session.ts'
import { keptGroupOf } from '../session/cart-state.ts'

export interface PriceGroups {
  /** Every group of the cart's currency as it stands for the cart: the cheapest valid one first. */
  groups: ComputedRef<readonly CartPriceGroup[] | undefined>
  /** The group goods are added at: the cart's own, else the chosen one, else the first that is valid. */
  id: ComputedRef<string | undefined>
  /** The same as soon as it is known; undefined where no group is valid for the cart. */
  known: () => Promise<string | undefined>
  current: ComputedRef<CartPriceGroup | undefined>
  /** The name of a group of the cart's currency; its id where it is not known. */
  nameOf: (id: string) => string
  /** The group is not valid for the cart, and nobody has said why it is used all the same. */
  isUnexplained: ComputedRef<boolean>
  /** What is offered in the place of one that is not valid. */
  best: ComputedRef<CartPriceGroup | undefined>
  error: Readonly<ShallowRef<ApiError | undefined>>
  load: () => Promise<boolean>
  /** Loads them again where the cart's own may have ended unseen. */
  lookAgain: () => Promise<void>
  /** Loads them again unasked. */
  refresh: () => Promise<boolean>
}

/** What these kinds of criteria look at is followed; what any other does changes unseen, as the time. */
const FOLLOWED: ReadonlySet<string> = new Set(['customerGroup', 'organization', 'property'])
/** Times of a group are told to the minute. */
const AGAIN_EVERY_MS = 60_000

/** The price groups as they stand for a cart: they are held against its customer, its properties and the time. */
export function usePriceGroups(cartId: string, session: CartSession, draft: CartDraft): PriceGroups {
  const storeInfo = useStoreInfo()
  const { cart } = session
  const loaded = useLoaded(
    // Scans wait for it, and so does the customer's own group: what was asked for while the core is away is asked again.
    async (signal) =>
      cart.value ? patiently(() => listPriceGroupsOfCart(cartId, storeInfo.clerkCulture, signal)) : undefined,
    // What decides on validity; what the cart would cost is read again when it is asked for.
    () => {
      const { customer, customProperties, billingCurrency } = cart.value ?? {}
      return [customer?.id, customProperties, billingCurrency, storeInfo.clerkCulture]
    },
  )

  const groups = computed(() => loaded.data.value)
  const best = computed(() => groups.value?.find(({ valid, orderTotal }) => valid && orderTotal !== null))
  const id = computed(
    () =>
      (cart.value && keptGroupOf(cart.value)) ??
      draft.priceGroupId ??
      groups.value?.find(({ valid }) => valid)?.id,
  )
  const current = computed(() => groups.value?.find((group) => group.id === id.value))
  const isUnexplained = computed(
    () => current.value?.valid === false && cart.value?.priceGroupOverride?.priceGroupId !== current.value.id,
  )
  // One that is for some time only may be over while the order is on the screen.
  async function lookAgain(): Promise<void> {
    if (current.value?.criteria.some(({ kind }) => !FOLLOWED.has(kind)) === true) await loaded.refresh()
  }
  useInterval(lookAgain, AGAIN_EVERY_MS)
  // Groups and an organization come and go with the customer.
  useLive(
    ({ id: changed, noun }) => noun === 'customer' && changed === cart.value?.customer?.id,
    () => loaded.refresh(),
  )
  // What is offered instead is offered at what it costs now.
  watch(cart, () => isUnexplained.value && void loaded.load())
  const isKnown = computed(() => id.value !== undefined || groups.value !== undefined)

  return {
    groups,
    id,
    known() {
      if (isKnown.value) return Promise.resolve(id.value)
      return new Promise((resolve) => watch(isKnown, () => resolve(id.value), { once: true }))
    },
    current,
    nameOf: (groupId) => groups.value?.find((group) => group.id === groupId)?.name ?? groupId,
    isUnexplained,
    best,
    error: loaded.error,
    load: loaded.load,
    lookAgain,
    refresh: loaded.refresh,
  }
}
