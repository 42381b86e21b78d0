import { computed, type ComputedRef } from 'vue'
import { listOrders } from '../../api/orders.ts'
import { listManagedProducts } from '../../api/products.ts'
import { keptFields } from '../../ui/kept.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

/** What a new shop still needs. */
export interface FirstSteps {
  isShown: ComputedRef<boolean>
  hasProducts: ComputedRef<boolean>
}

const KEY = 'backcounter.first-steps'

/**
 * The steps of a shop that was seen without anything to sell, until its first order is placed. A shop that had products
 * when this browser came to it, or has orders, is never asked about again.
 */
export function useFirstSteps(storeId: string): FirstSteps {
  const kept = (): unknown => keptFields(localStorage.getItem(KEY))[storeId]
  const keep = (state: 'begun' | 'done'): void =>
    localStorage.setItem(KEY, JSON.stringify({ ...keptFields(localStorage.getItem(KEY)), [storeId]: state }))

  const found = useLoaded(async (signal) => {
    if (kept() === 'done') return undefined
    const [{ orders }, { products }] = await Promise.all([
      listOrders({ maxItems: 1 }, signal),
      listManagedProducts({ maxItems: 1 }, signal),
    ])
    const hasProducts = products.length > 0
    const isOver = orders.length > 0 || (hasProducts && kept() !== 'begun')
    keep(isOver ? 'done' : 'begun')
    return isOver ? undefined : { hasProducts }
  })
  if (kept() !== 'done') {
    void found.load()
    useLive(['order.placed', 'record.changed', 'import.changed'], () => found.refresh())
  }

  return {
    isShown: computed(() => found.data.value !== undefined),
    hasProducts: computed(() => found.data.value?.hasProducts ?? false),
  }
}
