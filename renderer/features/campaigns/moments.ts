/** What the clock of a shop shows at a moment, as a field of day and time holds it: `2026-11-27T17:30`. */
export function shownAt(moment: string | null, timeZone: string | undefined): string {
  if (moment === null) return ''
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return format.format(new Date(moment)).replace(' ', 'T')
}
