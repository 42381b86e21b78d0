/** Moves the focus from place to place of the list, for `keydown` on it. Enter opens one, because it is a link. */
export function moveBetweenPlaces(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.currentTarget instanceof HTMLElement)) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === event.target)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  const link = next === undefined ? undefined : links[Math.min(Math.max(next, 0), links.length - 1)]
  if (!link) return
  event.preventDefault()
  link.focus()
}
