/** What the component library puts on everything behind an open menu or dialog, beside `aria-hidden`. */
const MARK = 'data-aria-hidden'

/**
 * Whatever is hidden from screen readers behind an open menu or dialog cannot have the focus either: the library hides
 * it from the one and leaves it within reach of the other. It is let go before the focus comes back, which takes a task.
 */
export function keepFocusOutOfTheHidden(): void {
  new MutationObserver((records) => {
    for (const { target } of records)
      if (target instanceof HTMLElement) target.inert = target.getAttribute(MARK) === 'true'
  }).observe(document.body, { subtree: true, attributeFilter: [MARK] })
}
