import { shallowRef, type ShallowRef } from 'vue'
import { ApiError } from '../api/api-error.ts'

export interface NewestOnly {
  error: Readonly<ShallowRef<ApiError | undefined>>
  isLoading: Readonly<ShallowRef<boolean>>
  /**
   * Asks, and hands the answer to `take`, unless something newer was asked for or came in meanwhile: late answers are
   * dropped, refusals too. True where it was taken.
   */
  run: <T>(ask: (signal: AbortSignal) => Promise<T>, take: (answer: T) => void) => Promise<boolean>
  /** Drops whatever is under way. */
  drop: () => void
}

/** The one guard of everything that is loaded: however late the answers come, the newest question decides what is shown. */
export function createNewestOnly(): NewestOnly {
  const error = shallowRef<ApiError>()
  const isLoading = shallowRef(false)
  let current: AbortController | undefined

  function drop(): void {
    current?.abort()
    current = undefined
    isLoading.value = false
  }

  return {
    error,
    isLoading,
    drop,
    async run(ask, take) {
      drop()
      const mine = new AbortController()
      current = mine
      isLoading.value = true
      error.value = undefined
      try {
        const answer = await ask(mine.signal)
        if (current !== mine) return false
        take(answer)
        return true
      } catch (failure) {
        if (current === mine) error.value = toApiError(failure)
        return false
      } finally {
        if (current === mine) isLoading.value = false
      }
    },
  }
}

/** Anything but an error of the API is a fault of our own and must be seen as such. */
export function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  throw failure
}
