import { computed, shallowRef, watch, type ComputedRef } from 'vue'

interface Offered {
  id: string
  displayName: string
}

/**
 * What was chosen here and is offered no more, until another is chosen or it is offered again.
 * @param offered undefined while that is being read
 * @param chosenId the one that is chosen, of those that are offered
 */
export function useGone(
  offered: () => readonly Offered[] | undefined,
  chosenId: () => string | undefined,
): ComputedRef<Offered | undefined> {
  const latest = shallowRef<Offered>()
  const find = (id: string | undefined): Offered | undefined => offered()?.find((one) => one.id === id)
  watch(
    () => find(chosenId()),
    (chosen) => (latest.value = chosen ?? latest.value),
    { immediate: true },
  )
  return computed(() =>
    offered() === undefined || chosenId() !== undefined || find(latest.value?.id) ? undefined : latest.value,
  )
}
