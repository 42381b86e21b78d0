import { computed, nextTick, reactive, watch, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { LiveChange } from '../../api/live.ts'
import { useDebounced } from '../use-debounced.ts'
import { useLive } from '../use-live.ts'
import { useLoaded } from '../use-loaded.ts'
import { searchText } from './search-text.ts'
import { usePaged, type Page, type Paged, type PageQuery } from './use-paged.ts'

/**
 * What a list is filtered by, as texts; the `search` field is always among them. `sort`, where it is there, says what comes
 * first and leaves nothing out.
 */
export type Filter = Record<string, string> & { search: string }

export interface ListSource<T, F extends Filter> {
  /** The filter as it is before anybody has chosen anything. */
  plain: F
  /** Whether an address may say so of a filter: it may hold anything. */
  isAllowed?: (name: keyof F, text: string) => boolean
  /** Whether what is searched for may stand in no address: it is gone when one comes back. @param search trimmed */
  isSecret?: (search: string) => boolean
  /** @param filter trimmed */
  load: (filter: F, page: PageQuery, signal: AbortSignal) => Promise<Page<T>>
  /** How many there are, for where the first page does not show all of them. @param filter trimmed */
  count?: (filter: F, signal: AbortSignal) => Promise<Count>
  /** What somebody may do anywhere that changes the list. */
  changedBy: readonly LiveChange['type'][]
}

/** `more`: there are more than that, and nobody counts on. */
export interface Count {
  count: number
  more: boolean
}

export interface List<T, F extends Filter = Filter> extends Paged<T> {
  /** Kept in the address, so that going back finds the same list; what is changed here is asked for. */
  filter: F
  /** How many rows fit the filter, all pages together; undefined where that is not known. */
  count: ComputedRef<Count | undefined>
  /** Puts a text into the search. */
  search: (text: string) => void
  /** Says what comes first. */
  sort: (by: string | undefined) => void
  isFiltered: ComputedRef<boolean>
  /** What is searched for where nothing else leaves rows out; else undefined. */
  searchedAlone: ComputedRef<string | undefined>
  /**
   * Asks for what the filter says now. @returns the only row where it has found one, and what was found is what is
   * asked for still
   */
  find: () => Promise<T | undefined>
  clear: () => void
}

/**
 * A list with its filter.
 * @param onFound what a search that was typed or chosen has found, if that is one row only
 */
export function useList<T, F extends Filter>(
  { plain, isAllowed = () => true, isSecret = () => false, load, count, changedBy }: ListSource<T, F>,
  onFound: (only: T, filter: F) => void,
): List<T, F> {
  const route = useRoute()
  const router = useRouter()
  const place = route.name
  const names = Object.keys(plain) as (keyof F & string)[]

  const inAddress = (name: keyof F & string): string => {
    const text = route.query[name]
    return typeof text === 'string' && isAllowed(name, text) ? text : (plain[name] ?? '')
  }
  const filter = reactive(Object.fromEntries(names.map((name) => [name, inAddress(name)]))) as F
  const trimmed = () =>
    Object.fromEntries(
      names.map((name) => [name, (name === 'search' ? searchText : trim)(filter[name] ?? '')]),
    ) as F
  /** What differs from the plain filter. */
  const chosen = computed(() => {
    const texts = trimmed()
    return names
      .filter((name) => texts[name] !== plain[name])
      .map((name) => [name, texts[name] ?? ''] as const)
  })

  /** What of a filter an address says. */
  const told = (texts: F): F => (isSecret(texts.search) ? { ...texts, search: '' } : texts)
  const addressed = () => chosen.value.filter(([name, text]) => name !== 'search' || !isSecret(text))

  const paged = usePaged<T>((page, signal) => load(trimmed(), page, signal))

  const counted = useLoaded(async (signal) => (paged.hasMore.value ? count?.(trimmed(), signal) : undefined))
  // Behind the rows, which nobody waits for it; unasked where they came so: what was counted stands until then.
  watch(
    paged.items,
    () => void (paged.isLoading.value || counted.isLoading.value ? counted.load() : counted.refresh()),
    { flush: 'sync' },
  )

  useLive(changedBy, paged.refresh)

  /** What was asked for last. The address says that by us; anything else somebody has put there. */
  let asked = trimmed()
  const isSame = (one: F, other: F): boolean => names.every((name) => one[name] === other[name])
  let isFollowing = false
  watch(
    () => route.query,
    () => {
      const texts = Object.fromEntries(names.map((name) => [name, inAddress(name)])) as F
      if (route.name !== place || isSame(texts, told(asked))) return
      isFollowing = names.some((name) => texts[name] !== filter[name])
      Object.assign(filter, texts)
    },
  )

  async function find(): Promise<T | undefined> {
    searchSoon.cancel()
    asked = trimmed()
    await router.replace({ query: Object.fromEntries(addressed()) })
    if (!(await paged.reload())) return undefined
    const [only, ...others] = paged.items.value ?? []
    return others.length === 0 ? only : undefined
  }

  async function findAndTell(): Promise<void> {
    const only = await find()
    if (only !== undefined) onFound(only, trimmed())
  }
  const searchSoon = useDebounced(() => void findAndTell())
  watch(
    () => names.map((name) => filter[name]),
    (now, before) => {
      const isTyped = names.every((name, index) => name === 'search' || now[index] === before[index])
      if (isFollowing) void find()
      else if (isTyped) searchSoon.later()
      else void findAndTell()
      isFollowing = false
    },
  )

  return {
    ...paged,
    filter,
    count: computed(() => {
      if (paged.items.value && !paged.hasMore.value) return { count: paged.items.value.length, more: false }
      return counted.isLoading.value || counted.error.value ? undefined : counted.data.value
    }),
    search: (text) => void Object.assign(filter, { search: text }),
    sort: (by) => void Object.assign(filter, { sort: by ?? plain['sort'] }),
    isFiltered: computed(() => chosen.value.some(([name]) => name !== 'sort')),
    searchedAlone: computed(() => {
      const [only, ...others] = chosen.value.filter(([name]) => name !== 'sort')
      return only?.[0] === 'search' && others.length === 0 ? only[1] : undefined
    }),
    async find() {
      // What was put into the search a moment ago waits to be asked for: it is asked for here.
      await nextTick()
      return find()
    },
    async settled() {
      await nextTick()
      if (isSame(trimmed(), asked)) await paged.settled()
      else await find()
    },
    clear: () => void Object.assign(filter, plain, { sort: filter['sort'] ?? plain['sort'] }),
  }
}

const trim = (text: string): string => text.trim()
