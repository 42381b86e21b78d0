import { nextTick, watch, type ShallowRef } from 'vue'
import { ROW_LINK } from './row-keys.ts'

/**
 * Keeps the focus on the row that has it, wherever that row stands after others have changed the list; where it has left
 * the list, on the one in its place.
 * @param focusElsewhere where no row is left
 */
export function useKeptFocus(
  rows: () => unknown,
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  focusElsewhere: () => void,
): void {
  const links = (): HTMLAnchorElement[] => [
    ...(scroller.value?.querySelectorAll<HTMLAnchorElement>(ROW_LINK) ?? []),
  ]
  watch(rows, async () => {
    const link = document.activeElement?.closest<HTMLAnchorElement>(ROW_LINK)
    const place = link ? links().indexOf(link) : -1
    if (!link || place === -1) return
    const { href } = link
    await nextTick()
    if (document.activeElement !== document.body) return
    const left = links()
    const same = left.find((other) => other.href === href)
    const next = same ?? left[Math.min(place, left.length - 1)]
    if (next) next.focus({ preventScroll: next === same })
    else focusElsewhere()
  })
}
