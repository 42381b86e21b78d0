import { computed, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { useRouter, type Router } from 'vue-router'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { createCart } from '../../api/carts.ts'
import { goOnFor, whoBegins } from '../../api/desk.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { whileOrderComes } from '../scanner/stray-scans.ts'
import { noteBegun } from './session/own-carts.ts'

/** In the place of a customer: somebody who gives no name. */
export const WALK_IN = 'walk-in'

export interface NewOrder {
  /**
   * Opens a new cart in the currency, by default that of the last new order, and goes to it.
   * @param customerId whom it is for, where that is known; a walk-in is {@link WALK_IN}. Without, it is nobody's, or a walk-in's
   *   where orders of the store begin so.
   * @param onBegun is told of the cart before anybody sees it
   */
  start: (currency?: string, customerId?: string, onBegun?: (cartId: string) => void) => Promise<void>
  /** The currencies of the store, the one a plain start takes first. */
  currencies: ComputedRef<string[]>
  error: Readonly<ShallowRef<ApiError | undefined>>
  isBusy: Readonly<ShallowRef<boolean>>
}

export function useNewOrder(): NewOrder {
  const router = useRouter()
  const preferences = usePreferences()
  const storeInfo = useStoreInfo()
  const error = shallowRef<ApiError>()
  const isBusy = shallowRef(false)
  // What could not be begun is told where it was asked for, and the window's own would tell it on every page.
  onScopeDispose(
    router.afterEach((to, from) => {
      if (to.path !== from.path) error.value = undefined
    }),
  )

  const currencies = computed(() => {
    const codes = (storeInfo.store?.currencies ?? []).map(({ isoCode }) => isoCode)
    const preferred = preferences.currency
    if (preferred === undefined || !codes.includes(preferred)) return codes
    return [preferred, ...codes.filter((code) => code !== preferred)]
  })

  async function start(
    wanted?: string,
    customerId?: string,
    onBegun?: (cartId: string) => void,
  ): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    error.value = undefined
    const by = whoBegins()
    const since = stepsSince(router)
    try {
      // The key may come before the store's answer: it is not lost.
      await storeInfo.load()
      await goOnFor(by)
      const currency = wanted ?? currencies.value[0]
      if (currency === undefined) return
      const isWalkIn =
        customerId === undefined ? storeInfo.store?.beginsWithWalkIn === true : customerId === WALK_IN
      const { cartId } = await createCart(storeInfo.clerkCulture, currency, isWalkIn)
      // An exchange is in the currency of the other order, and nobody's choice.
      if (!onBegun) preferences.currency = currency
      // Whoever has gone elsewhere meanwhile stays there; a cart that nobody has seen is in no list.
      if (since.isGoneOn()) return
      noteBegun(cartId, isWalkIn)
      onBegun?.(cartId)
      await router.push({
        name: 'cart',
        params: { cartId },
        ...(customerId !== undefined && !isWalkIn && { query: { customer: customerId } }),
      })
    } catch (failure) {
      error.value = toApiError(failure)
    } finally {
      since.stop()
      isBusy.value = false
    }
  }

  return {
    start: (...wanted) => whileOrderComes(() => start(...wanted)),
    currencies,
    error,
    isBusy,
  }
}

/** Whether somebody has gone to another page since; the one that they were on their way to by then is none. */
function stepsSince(router: Router): { isGoneOn: () => boolean; stop: () => void } {
  let isGoneOn = false
  const stop = router.beforeEach((to, from) => void (isGoneOn ||= to.path !== from.path))
  return { isGoneOn: () => isGoneOn, stop }
}
