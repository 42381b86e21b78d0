import { onUnmounted } from 'vue'

/**
 * How long somebody who types is waited for before what stands there is asked for, in milliseconds: longer than a scanner
 * takes between two characters, and so short that the answer is there within 150.
 */
const TYPING_PAUSE_MS = 100

/** Calls `action` once nothing has asked for it for `wait` milliseconds, or for as long as one types; `now` at once, `cancel` not at all. */
export function useDebounced(
  action: () => void,
  wait = TYPING_PAUSE_MS,
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
