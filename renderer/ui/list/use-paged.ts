import { computed, type ComputedRef } from 'vue'
import { useLoaded, type Loaded } from '../use-loaded.ts'

export interface Page<T> {
  items: readonly T[]
  nextPagingToken: string | null
}

export interface Paged<T> extends Pick<Loaded<Page<T>>, 'error' | 'isLoading' | 'settled'> {
  /** Undefined until the first page is there. */
  items: ComputedRef<readonly T[] | undefined>
  hasMore: ComputedRef<boolean>
  /** Where the list goes on behind what is loaded. */
  nextPagingToken: ComputedRef<string | null>
  /**
   * The first page (again), or the first so many rows; what is shown stays until the answer is there. True where it is
   * this one's.
   */
  reload: (rows?: number) => Promise<boolean>
  loadMore: () => Promise<boolean>
  /** What is loaded, again and unasked: rows follow what others do. */
  refresh: () => Promise<boolean>
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
  const { data, error, isLoading, load, refresh, settled } = useLoaded<Page<T>>((signal) =>
    first(PAGE_ROWS, signal),
  )

  const first = (rows: number, signal: AbortSignal) =>
    loadPage({ maxItems: Math.min(Math.max(rows, PAGE_ROWS), MOST_ROWS) }, signal)

  async function more({ items, nextPagingToken }: Page<T>, signal: AbortSignal): Promise<Page<T>> {
    const token = nextPagingToken === null ? {} : { nextPagingToken }
    const page = await loadPage({ maxItems: PAGE_ROWS, ...token }, signal)
    return { ...page, items: [...items, ...page.items] }
  }

  /** As many rows as there are, however many answers that takes. */
  async function again(rows: number, signal: AbortSignal): Promise<Page<T>> {
    let page = await first(rows, signal)
    while (page.items.length < rows && page.nextPagingToken !== null) page = await more(page, signal)
    return page
  }

  return {
    items: computed(() => data.value?.items),
    error,
    isLoading,
    settled,
    hasMore: computed(() => (data.value?.nextPagingToken ?? null) !== null),
    nextPagingToken: computed(() => data.value?.nextPagingToken ?? null),
    reload: (rows = PAGE_ROWS) => load((signal) => first(rows, signal)),
    refresh: () => refresh((signal) => again(data.value?.items.length ?? 0, signal)),
    loadMore: () => {
      const before = data.value
      return load((signal) => (before ? more(before, signal) : first(PAGE_ROWS, signal)))
    },
  }
}
