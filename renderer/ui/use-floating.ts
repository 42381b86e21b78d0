import { nextTick, onUnmounted, watch, type Ref } from 'vue'

/** What a list is given at least, before it opens on the other side of its field. */
const WANTED_PX = 240
const GAP_PX = 4

/**
 * A list that floats above everything, dialogs too, right below its field or, where there is more room, above it. It is
 * in the browser's top layer (`popover="manual"`): no part of the page that scrolls cuts it.
 */
export function useFloating(
  field: Readonly<Ref<HTMLElement | null>>,
  list: Readonly<Ref<HTMLElement | null>>,
  isOpen: Readonly<Ref<boolean>>,
): void {
  function place(): void {
    if (!field.value || !list.value) return
    const { top, bottom, left, width } = field.value.getBoundingClientRect()
    const below = window.innerHeight - bottom
    const isBelow = below >= WANTED_PX || below >= top
    Object.assign(list.value.style, {
      left: `${left}px`,
      width: `${width}px`,
      top: isBelow ? `${bottom + GAP_PX}px` : 'auto',
      bottom: isBelow ? 'auto' : `${window.innerHeight - top + GAP_PX}px`,
      maxHeight: `min(20rem, ${(isBelow ? below : top) - 2 * GAP_PX}px)`,
    })
  }

  function follow(): void {
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
  }
  function leave(): void {
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
  }

  watch(isOpen, async (now) => {
    await nextTick()
    list.value?.togglePopover(now)
    if (now) {
      place()
      follow()
    } else leave()
  })
  onUnmounted(leave)
}
