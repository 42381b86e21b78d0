import { onMounted, onUnmounted } from 'vue'

/**
 * A key that is held down presses one button, not the next one too that gets the focus: an Enter that places an order
 * must not go on to capture its payment.
 */
export function useSinglePresses(): void {
  onMounted(() => window.addEventListener('keydown', onKeydown, { capture: true }))
  onUnmounted(() => window.removeEventListener('keydown', onKeydown, { capture: true }))
}

function onKeydown(event: KeyboardEvent): void {
  if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
