import { computed, onUnmounted, ref, watch, type ComputedRef, type ShallowRef } from 'vue'

/** How wide a part of the page is, in rem; 0 until it is drawn. */
export function useWidth(part: Readonly<ShallowRef<HTMLElement | null>>): ComputedRef<number> {
  const pixels = ref(0)
  const observer = new ResizeObserver(([entry]) => (pixels.value = entry?.contentRect.width ?? 0))
  watch(part, (now, before) => {
    if (before) observer.unobserve(before)
    if (!now) return
    // At once, so that nothing is drawn for another width first.
    pixels.value = now.clientWidth
    observer.observe(now)
  })
  onUnmounted(() => observer.disconnect())
  return computed(() => pixels.value / Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}
