import { nextTick, type ShallowRef } from 'vue'
import { onBeforeRouteLeave, useRoute, useRouter } from 'vue-router'
import { ROW_LINK } from './row-keys.ts'
import type { Paged } from './use-paged.ts'

interface Place {
  /** Rows that were loaded. */
  readonly count: number
  readonly scrollTop: number
  /** The first row in sight: its address, and how far it is below the top, in pixels. */
  readonly first: { readonly href: string | undefined; readonly below: number } | undefined
  /** The address of the row that had the focus. */
  readonly href: string | undefined
}

/** By the list's address, with its filters; of this window, until it is loaded anew. */
const places = new Map<string, Place>()

const linksOf = (scroller: HTMLElement | null): HTMLAnchorElement[] => [
  ...(scroller?.querySelectorAll<HTMLAnchorElement>(ROW_LINK) ?? []),
]

function firstInSight(scroller: HTMLElement | null): Place['first'] {
  const top = scroller?.getBoundingClientRect().top ?? 0
  const inSight = (part: HTMLElement | null | undefined, selector: string): HTMLElement | undefined =>
    [...(part?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
      (each) => each.getBoundingClientRect().bottom > top,
    )
  // By groups first: rows out of sight have no place until somebody asks for it.
  const row = inSight(inSight(scroller, 'tbody'), 'tr')
  return row && { href: linksOf(row)[0]?.href, below: row.getBoundingClientRect().top - top }
}

/** By the row, where it is still there: rows that have not been seen yet are not as high as they will be. */
function bringBack(scroller: HTMLElement | null, { first, scrollTop }: Place): void {
  scroller?.scrollTo({ top: scrollTop })
  const link = linksOf(scroller).find(({ href }) => href === first?.href)
  if (!first || !link) return
  link.closest('tr')?.scrollIntoView({ block: 'start' })
  scroller?.scrollBy({ top: -first.below })
}

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
      first: firstInSight(scroller.value),
      href: linksOf(scroller.value).find((link) => link.matches('tr:focus-within a'))?.href,
    })
  })

  return async () => {
    const place = hasComeBack ? places.get(route.fullPath) : undefined
    await paged.reload(place?.count)
    if (!place) return
    await nextTick()
    bringBack(scroller.value, place)
    const left = linksOf(scroller.value).find(({ href }) => href === place.href)
    left?.focus({ preventScroll: true })
  }
}
