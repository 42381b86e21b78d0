/** What the component library tells a dialog, menu or list when it is gone from sight, before the focus goes back to where it was. */
const GIVES_BACK = 'focusScope.autoFocusOnUnmount'

/**
 * Whoever has gone on by a key while something over the page was still fading stays there: half a name would go where the
 * keyboard was before.
 */
export function keepFocusGoneOn(): void {
  const keep = (event: Event): void => {
    const { activeElement, body } = document
    if (activeElement !== body && !(event.target as Element).contains(activeElement)) event.preventDefault()
  }
  addEventListener(GIVES_BACK, keep, { capture: true })
}
