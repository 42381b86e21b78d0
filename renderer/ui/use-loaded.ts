import { shallowRef, type ShallowRef } from 'vue'
import type { ApiError } from '../api/api-error.ts'
import { createNewestOnly } from './newest-only.ts'

export interface Loaded<T> {
  /** What was loaded last; kept while it is loaded again. */
  data: Readonly<ShallowRef<T | undefined>>
  error: Readonly<ShallowRef<ApiError | undefined>>
  isLoading: Readonly<ShallowRef<boolean>>
  /** Loads (again). An older load that is still under way is dropped. True where this one's answer is in place. */
  load: () => Promise<boolean>
  /** Puts in place what another call has answered; a load that is still under way knows less and is dropped. */
  set: (data: T) => void
}

/** Data of a page with its states: loading, failed, there. The loader answers what is to be shown and keeps nothing itself. */
export function useLoaded<T>(loader: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const data = shallowRef<T>()
  const newest = createNewestOnly()

  return {
    data,
    error: newest.error,
    isLoading: newest.isLoading,
    load: () => newest.run(loader, (loaded) => (data.value = loaded)),
    set(value) {
      newest.drop()
      data.value = value
    },
  }
}
