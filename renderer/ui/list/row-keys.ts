/** The link that a row of a list opens by; its area is the whole row (`row-link` in style.css). */
export const ROW_LINK = 'a.row-link'

/** How far a key moves among so many rows; undefined for any other key. */
function targetOf(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(current + 1, count - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(current - 1, 0)
    case 'PageDown':
      return Math.min(current + 10, count - 1)
    case 'PageUp':
      return Math.max(current - 10, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** Moves the focus from row to row of a list, for `keydown` on each of its bodies. Enter opens a row, because it is a link. */
export function moveBetweenRows(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.currentTarget instanceof HTMLElement)) return
  const list = event.currentTarget.closest('table') ?? event.currentTarget
  const links = [...list.querySelectorAll<HTMLElement>(ROW_LINK)]
  const row = event.target instanceof Element ? event.target.closest('tr') : null
  const current = links.findIndex((link) => row?.contains(link))
  const next = targetOf(event.key, current, links.length)
  if (next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}

/** Focuses the first row of the list in a part of the page. @returns its link, where there is one */
export function focusFirstRow(part: ParentNode | null | undefined): HTMLElement | undefined {
  const link = part?.querySelector<HTMLElement>(ROW_LINK) ?? undefined
  link?.focus()
  return link
}
