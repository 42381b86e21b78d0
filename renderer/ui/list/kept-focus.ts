import { nextTick, watch, type ShallowRef } from 'vue'

/** Keeps the focus on the row that has it, wherever that row stands after others have changed the list. */
export function useKeptFocus(rows: () => unknown, scroller: Readonly<ShallowRef<HTMLElement | null>>): void {
  watch(rows, async () => {
    const link = document.activeElement?.closest<HTMLAnchorElement>('a.row-link')
    if (!link || !scroller.value?.contains(link)) return
    const { href } = link
    await nextTick()
    if (document.activeElement !== document.body) return
    const links = scroller.value.querySelectorAll<HTMLAnchorElement>('a.row-link')
    const same = [...links].find((other) => other.href === href)
    same?.focus({ preventScroll: true })
  })
}
