/**
 * A button that is at work cannot be pressed, and the browser takes the keyboard from it: it is there again when the button can be
 * pressed again, unless whoever has pressed it has gone on meanwhile.
 */
export function keepFocusAtWork(): void {
  let atWork: Element | undefined
  const note = ({ target }: MutationRecord): void => {
    if (!(target instanceof HTMLButtonElement)) return
    const { activeElement, body } = document
    if (target.disabled && target === activeElement) atWork = target
    else if (!target.disabled && target === atWork) {
      atWork = undefined
      if (activeElement === body) target.focus()
    }
  }
  const forget = (): void => (atWork = undefined)
  new MutationObserver((changes) => changes.forEach(note)).observe(document.documentElement, {
    attributeFilter: ['disabled'],
    subtree: true,
  })
  addEventListener('pointerdown', forget, { capture: true })
  addEventListener('keydown', ({ repeat }) => !repeat && forget(), { capture: true })
}
