import { computed, type ComputedRef } from 'vue'
import { useLoaded, type Loaded } from '../use-loaded.ts'

export interface Page<T> {
  items: readonly T[]
  nextPagingToken: string | null
}

export interface Paged<T> extends Pick<Loaded<Page<T>>, 'error' | 'isLoading'> {
  /** Undefined until the first page is there. */
  items: ComputedRef<readonly T[] | undefined>
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

/** A list that is read page by page (section 4.12). */
export function usePaged<T>(loadPage: (query: PageQuery, signal: AbortSignal) => Promise<Page<T>>): Paged<T> {
  const { data, error, isLoading, load } = useLoaded<Page<T>>((signal) => first(PAGE_ROWS, signal))

  const first = (rows: number, signal: AbortSignal) =>
    loadPage({ maxItems: Math.min(Math.max(rows, PAGE_ROWS), MOST_ROWS) }, signal)

  async function more({ items, nextPagingToken }: Page<T>, signal: AbortSignal): Promise<Page<T>> {
    const token = nextPagingToken === null ? {} : { nextPagingToken }
    const page = await loadPage({ maxItems: PAGE_ROWS, ...token }, signal)
    return { ...page, items: [...items, ...page.items] }
  }

  return {
    items: computed(() => data.value?.items),
    error,
    isLoading,
    hasMore: computed(() => (data.value?.nextPagingToken ?? null) !== null),
    reload: (rows = PAGE_ROWS) => load((signal) => first(rows, signal)),
    loadMore: () => {
      const before = data.value
      return load((signal) => (before ? more(before, signal) : first(PAGE_ROWS, signal)))
    },
  }
}
