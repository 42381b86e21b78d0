import { shallowRef, type ShallowRef } from 'vue'
import { ApiError } from '../api/api-error.ts'

export interface Loaded<T> {
  /** What was loaded last; kept while it is loaded again. */
  data: Readonly<ShallowRef<T | undefined>>
  error: Readonly<ShallowRef<ApiError | undefined>>
  isLoading: Readonly<ShallowRef<boolean>>
  /** Loads (again). An older load that is still under way is dropped. */
  load: () => Promise<void>
  /** Puts in place what another call has answered. */
  set: (data: T) => void
}

/** Data of a page with its states: loading, failed, there. */
export function useLoaded<T>(loader: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const data = shallowRef<T>()
  const error = shallowRef<ApiError>()
  const isLoading = shallowRef(false)
  let current: AbortController | undefined

  async function load(): Promise<void> {
    current?.abort()
    const mine = new AbortController()
    current = mine
    isLoading.value = true
    error.value = undefined
    try {
      const loaded = await loader(mine.signal)
      if (current === mine) data.value = loaded
    } catch (failure) {
      if (current === mine) error.value = toApiError(failure)
    } finally {
      if (current === mine) isLoading.value = false
    }
  }

  return { data, error, isLoading, load, set: (value) => (data.value = value) }
}

/** Anything but an error of the API is a fault of our own and must be seen as such. */
export function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  throw failure
}
