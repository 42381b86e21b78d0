/** Moves the focus between the amounts of a table, for `keydown` on it: up and down by the arrow keys, down by Enter. */
export function moveBetweenAmounts(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
  if (!(event.currentTarget instanceof HTMLElement)) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const at = inputs.findIndex((input) => input === event.target)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Enter: at + 1 }[event.key]
  if (at < 0 || next === undefined) return
  const input = inputs[next]
  // Behind the last amount Enter is the form's.
  if (!input) return
  event.preventDefault()
  input.focus()
  input.select()
}
