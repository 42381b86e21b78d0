import { computed, shallowRef, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import { toApiError } from '../../api/api-error.ts'
import { listOrders } from '../../api/orders.ts'
import { filterIn, searchOf } from './orders-filter.ts'

/** The orders of a list, as far as they are known, and how it goes on behind them. */
interface Trail {
  readonly ids: readonly string[]
  readonly nextPagingToken: string | null
}

/** By the list's address, with its filter; of this window, until it is loaded anew. */
const trails = new Map<string, Trail>()

/** Keeps what a list shows, so that its orders can be gone through one by one. */
export const keepTrail = (address: string, trail: Trail): void => void trails.set(address, trail)

/** As many as one answer holds (section 4.12). */
const MOST_ROWS = 1000

export interface OrderTrail {
  previous: ComputedRef<string | undefined>
  next: ComputedRef<string | undefined>
  /** Whether the order stands in a list that one has come from. */
  isKnown: ComputedRef<boolean>
  /** Goes to the order before (-1) or behind (1) it in its list; the way back leads to the list still. */
  go: (step: -1 | 1) => Promise<void>
}

/** The list that an order was opened from, and the orders beside it there. */
export function useOrderTrail(orderId: string): OrderTrail {
  const router = useRouter()
  const { back } = router.options.history.state
  const address = typeof back === 'string' && /^\/orders(\?|$)/.test(back) ? back : undefined
  const trail = shallowRef(address === undefined ? undefined : trails.get(address))

  const place = computed(() => trail.value?.ids.indexOf(orderId) ?? -1)
  const at = (step: -1 | 1) => (place.value < 0 ? undefined : trail.value?.ids[place.value + step])

  /** The rows behind those that are known; all that one answer holds where none are. */
  async function readOn(list: string, known: Trail | undefined): Promise<void> {
    if (known?.nextPagingToken === null) return
    const query = searchOf(filterIn(router.resolve(list).query))
    const token = known ? { nextPagingToken: known.nextPagingToken } : {}
    try {
      const { orders, nextPagingToken } = await listOrders({ ...query, ...token, maxItems: MOST_ROWS })
      const read = { ids: [...(known?.ids ?? []), ...orders.map(({ id }) => id)], nextPagingToken }
      keepTrail(list, read)
      trail.value = read
    } catch (failure) {
      // Only the way to the next order is not known; whoever looks for it goes back to the list.
      toApiError(failure)
    }
  }
  const isLast = place.value >= 0 && place.value === (trail.value?.ids.length ?? 0) - 1
  if (address !== undefined && (!trail.value || isLast)) void readOn(address, trail.value)

  return {
    previous: computed(() => at(-1)),
    next: computed(() => at(1)),
    isKnown: computed(() => place.value >= 0),
    async go(step) {
      const id = at(step)
      if (id !== undefined) await router.replace({ name: 'order', params: { orderId: id } })
    },
  }
}
