/**
 * Of a dialog that asks for something, or shows what is shown this once: a press beside it closes nothing, and takes the
 * keyboard nowhere. It is left on purpose.
 */
export function stayOpen(event: CustomEvent<{ originalEvent: Event }>): void {
  event.preventDefault()
  event.detail.originalEvent.preventDefault()
}
