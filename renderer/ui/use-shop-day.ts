import { computed, ref, type ComputedRef } from 'vue'
import { shopDay } from './shop-zone.ts'
import { useInterval } from './use-interval.ts'

const LOOK_EVERY_MS = 60_000

/** The day that the shop's clock shows: another one after midnight, where nobody does anything, too. */
export function useShopDay(): ComputedRef<string> {
  const now = ref(Date.now())
  useInterval(() => (now.value = Date.now()), LOOK_EVERY_MS)
  return computed(() => shopDay(now.value))
}
