import { shallowRef, watch, type ShallowRef } from 'vue'
import type { Faults } from './use-faults.ts'

/**
 * Something as whoever takes a step has seen it: as it was when its dialog opened, so that a try to which no answer came is the
 * same again; and once a step was refused for what others have done meanwhile, as it is by now.
 * @param now it by now
 * @param refused it is to be read again
 * @param first as it was when a try began that no answer came to before
 */
export function useSeen<T extends object>(
  { error }: Faults,
  now: () => T,
  refused: () => void,
  first = now(),
): () => T {
  const seen: ShallowRef<T> = shallowRef(first)
  let isOutdated = false
  watch(error, (failure) => {
    if (failure?.status !== 409) return
    isOutdated = true
    refused()
  })
  watch(now, (by) => {
    if (isOutdated) seen.value = by
    isOutdated = false
  })
  return () => seen.value
}
