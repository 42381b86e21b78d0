/** What the component library puts on everything beside an open list of choices, together with `aria-hidden`. */
const MARK = 'data-aria-hidden'
const OPEN_LIST = '[role="listbox"][data-state="open"]'

/**
 * An open list of choices hides nothing: the library hides the page behind it from screen readers and leaves what can
 * have the focus there, which is told to nobody. The focus is held in the list anyway. Dialogs go on hiding the page.
 */
export function hideNothingBehindLists(): void {
  new MutationObserver((records) => {
    if (!document.querySelector(OPEN_LIST)) return
    for (const { target } of records)
      if (target instanceof Element && target.hasAttribute(MARK)) target.removeAttribute('aria-hidden')
  }).observe(document.body, { subtree: true, attributeFilter: [MARK] })
}
