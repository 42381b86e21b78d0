import { dateFormat } from '../../ui/intl.ts'
/**
 * What the clock of a shop shows at a moment, as a field of day and time holds it: `2026-11-27T17:30`; what is typed and is
 * no moment stays as it is.
 */
export function shownAt(moment: string | null, timeZone: string | undefined): string {
  if (moment === null) return ''
  if (!isMoment(moment)) return moment
  if (!hasZone(moment)) return moment.slice(0, 16)
  // Swedish writes dates as ISO 8601 does.
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(new Date(moment)).replace(' ', 'T')
}

const DAY = 86_400_000

/** The moment of what a field of day and time holds, for words: as the core has it, the first of two where clocks show it twice. */
export function momentShown(shown: string, timeZone: string | undefined): string {
  if (shown === '' || hasZone(shown)) return shown
  const asUtc = Date.parse(`${shown}:00Z`)
  if (Number.isNaN(asUtc)) return shown
  const shownIn = (moment: number): string => shownAt(new Date(moment).toISOString(), timeZone)
  // Clocks may be changed on that day.
  const moments = [asUtc - DAY, asUtc + DAY]
    .map((near) => asUtc - (Date.parse(`${shownIn(near)}:00Z`) - near))
    // Beyond the years of four digits nothing is shown.
    .filter(Number.isFinite)
  return new Date(moments.find((moment) => shownIn(moment) === shown) ?? moments[0] ?? asUtc).toISOString()
}

/** ISO 8601, with or without a zone, rather than what somebody is typing. */
export const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)
const hasZone = (moment: string): boolean => /(Z|[+-]\d{2}:?\d{2})$/.test(moment)
