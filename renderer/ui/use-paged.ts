import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../api/api-error.ts'
import { createNewestOnly } from './newest-only.ts'

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
  /** The first page (again); what is shown stays until the answer is there. True where it is this one's. */
  reload: () => Promise<boolean>
  loadMore: () => Promise<boolean>
}

/** A list that is read page by page (section 4.12). A newer request drops the older one. */
export function usePaged<T>(
  loadPage: (nextPagingToken: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
): Paged<T> {
  const items = shallowRef<readonly T[]>()
  const token = shallowRef<string | null>(null)
  const newest = createNewestOnly()

  function run(from: string | undefined): Promise<boolean> {
    return newest.run(
      (signal) => loadPage(from, signal),
      (page) => {
        items.value = from === undefined ? page.items : [...(items.value ?? []), ...page.items]
        token.value = page.nextPagingToken
      },
    )
  }

  return {
    items,
    error: newest.error,
    isLoading: newest.isLoading,
    hasMore: computed(() => token.value !== null),
    reload: () => run(undefined),
    loadMore: () => run(token.value ?? undefined),
  }
}
