import { nextTick, type ShallowRef } from 'vue'
import { onBeforeRouteLeave, useRoute, useRouter } from 'vue-router'
import type { Paged } from './use-paged.ts'

interface Place {
  /** Rows that were loaded. */
  readonly count: number
  readonly scrollTop: number
  /** The address of the row that had the focus. */
  readonly href: string | undefined
}

/** By the list's address, with its filters; of this window, until it is loaded anew. */
const places = new Map<string, Place>()

const linksOf = (scroller: HTMLElement | null): HTMLAnchorElement[] => [
  ...(scroller?.querySelectorAll<HTMLAnchorElement>('a.row-link') ?? []),
]

/**
 * Where somebody goes back to a list, as much of it is loaded as there was before, and the row is in sight that was left.
 * @param scroller what the list scrolls in
 * @returns what loads the list at first
 */
export function useKeptPlace<T>(
  paged: Paged<T>,
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
): () => Promise<void> {
  const route = useRoute()
  // Only who goes back has something in front of him.
  const hasComeBack = useRouter().options.history.state['forward'] !== null

  onBeforeRouteLeave((_to, from) => {
    places.set(from.fullPath, {
      count: paged.items.value?.length ?? 0,
      scrollTop: scroller.value?.scrollTop ?? 0,
      href: linksOf(scroller.value).find((link) => link.matches('tr:focus-within a'))?.href,
    })
  })

  return async () => {
    const place = hasComeBack ? places.get(route.fullPath) : undefined
    await paged.reload(place?.count)
    if (!place) return
    await nextTick()
    scroller.value?.scrollTo({ top: place.scrollTop })
    const left = linksOf(scroller.value).find(({ href }) => href === place.href)
    left?.focus({ preventScroll: true })
  }
}
