import { onMounted, onUnmounted } from 'vue'

/**
 * A key that is held down presses one button, not the next one too that gets the focus: an Enter that places an order
 * must not go on to capture its payment. Nor does it leave what lies below: an Escape out of a list must not go on to close
 * the dialog, and what is typed there with it.
 */
export function useSinglePresses(): void {
  onMounted(() => window.addEventListener('keydown', onKeydown, { capture: true }))
  onUnmounted(() => window.removeEventListener('keydown', onKeydown, { capture: true }))
}

function onKeydown(event: KeyboardEvent): void {
  const isLineBreak = event.key === 'Enter' && event.target instanceof HTMLTextAreaElement
  if (!event.repeat || (event.key !== 'Enter' && event.key !== 'Escape') || isLineBreak) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
