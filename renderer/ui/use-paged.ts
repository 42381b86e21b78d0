import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../api/api-error.ts'
import { toApiError } from './use-loaded.ts'

export interface Page<T> {
  items: readonly T[]
  nextPagingToken: string | null
}

export interface Paged<T> {
  /** Undefined until the first page is there. */
  items: Readonly<ShallowRef<readonly T[] | undefined>>
  error: Readonly<ShallowRef<ApiError | undefined>>
  isLoading: Readonly<ShallowRef<boolean>>
  hasMore: ComputedRef<boolean>
  /** The first page (again); what is shown stays until the answer is there. */
  reload: () => Promise<void>
  loadMore: () => Promise<void>
}

/** A list that is read page by page (section 4.12). A newer request drops the older one. */
export function usePaged<T>(
  loadPage: (nextPagingToken: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
): Paged<T> {
  const items = shallowRef<readonly T[]>()
  const token = shallowRef<string | null>(null)
  const error = shallowRef<ApiError>()
  const isLoading = shallowRef(false)
  let current: AbortController | undefined

  async function run(from: string | undefined): Promise<void> {
    current?.abort()
    const mine = new AbortController()
    current = mine
    isLoading.value = true
    error.value = undefined
    try {
      const page = await loadPage(from, mine.signal)
      if (current !== mine) return
      items.value = from === undefined ? page.items : [...(items.value ?? []), ...page.items]
      token.value = page.nextPagingToken
    } catch (failure) {
      if (current === mine) error.value = toApiError(failure)
    } finally {
      if (current === mine) isLoading.value = false
    }
  }

  return {
    items,
    error,
    isLoading,
    hasMore: computed(() => token.value !== null),
    reload: () => run(undefined),
    loadMore: () => run(token.value ?? undefined),
  }
}
