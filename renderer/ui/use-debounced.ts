import { onUnmounted } from 'vue'

/** Calls `action` once nothing has asked for it for `wait` milliseconds; `now` at once, `cancel` not at all. */
export function useDebounced(
  action: () => void,
  wait: number,
): { later: () => void; now: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }
  function now(): void {
    cancel()
    action()
  }
  function later(): void {
    cancel()
    timer = setTimeout(now, wait)
  }
  onUnmounted(cancel)
  return { later, now, cancel }
}
