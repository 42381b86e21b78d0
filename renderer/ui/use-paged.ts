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
  /**
   * The first page (again), or the first so many rows; what is shown stays until the answer is there. True where it is
   * this one's.
   */
  reload: (rows?: number) => Promise<boolean>
  loadMore: () => Promise<boolean>
}

const PAGE_ROWS = 50
/** What one answer holds at most (section 4.12). */
const MOST_ROWS = 1000

/** What a list is asked for. */
export interface PageQuery {
  readonly maxItems: number
  readonly nextPagingToken?: string
}

/** A list that is read page by page (section 4.12). A newer request drops the older one. */
export function usePaged<T>(loadPage: (query: PageQuery, signal: AbortSignal) => Promise<Page<T>>): Paged<T> {
  const items = shallowRef<readonly T[]>()
  const token = shallowRef<string | null>(null)
  const newest = createNewestOnly()

  function run(from: string | undefined, rows: number): Promise<boolean> {
    const query = { maxItems: rows, ...(from === undefined ? {} : { nextPagingToken: from }) }
    return newest.run(
      (signal) => loadPage(query, signal),
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
    reload: (rows = PAGE_ROWS) => run(undefined, Math.min(Math.max(rows, PAGE_ROWS), MOST_ROWS)),
    loadMore: () => run(token.value ?? undefined, PAGE_ROWS),
  }
}
