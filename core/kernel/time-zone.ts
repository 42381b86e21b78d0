const MINUTE = 60_000
const DAY = 86_400_000
/** After so many years the calendar is the same again, to the day. */
const CYCLE_YEARS = 400
const CYCLE = 146_097 * DAY

const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock of a zone: the moment that UTC would have to show for its clock to show the same. */
function wallClock(moment: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  // Of the year 1, `Date.UTC` would make 1901.
  const shown = Date.UTC(year + CYCLE_YEARS, month - 1, day, hour, minute, second) - CYCLE
  return shown + new Date(moment).getUTCMilliseconds()
}

/**
 * The moment at which a day begins in a zone.
 * @param date `2026-11-21`; `days` later where given
 */
export const startOfDay = (date: string, timeZone: string, days = 0): Date =>
  momentOf(Date.parse(`${date}T00:00:00Z`) + days * DAY, timeZone)

/**
 * The moment at which the clocks of a zone show a time; the first of two where they show it twice.
 * @param time `2026-11-21T17:30`, or with seconds
 * @returns an invalid date where it is no time
 */
export function momentAt(time: string, timeZone: string): Date {
  const wanted = Date.parse(`${time}Z`)
  return Number.isNaN(wanted) ? new Date(NaN) : momentOf(wanted, timeZone)
}

/** @param wanted what a clock is to show, as the moment that UTC would have to show for it */
function momentOf(wanted: number, timeZone: string): Date {
  const before = wanted - offsetAt(wanted - DAY, timeZone)
  const after = wanted - offsetAt(wanted + DAY, timeZone)
  const shown = [before, after].find((moment) => wallClock(moment, timeZone) === wanted)
  // Where the clocks go forward, no clock shows it: a day that would begin then begins when they do.
  return new Date(shown ?? before)
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (moment: number, timeZone: string): number => wallClock(moment, timeZone) - moment

/** What a clock on the wall of a zone shows: the ISO weekday (Monday is 1) and the minute of the day. */
export function localTime(
  moment: Date,
  timeZone: string,
): { readonly weekday: number; readonly minute: number } {
  const shown = new Date(wallClock(moment.getTime(), timeZone))
  return { weekday: shown.getUTCDay() || 7, minute: shown.getUTCHours() * 60 + shown.getUTCMinutes() }
}

/** The day that a clock in a zone shows: `2026-11-21`. */
export const localDate = (moment: Date, timeZone: string): string =>
  new Date(wallClock(moment.getTime(), timeZone)).toISOString().slice(0, 10)

/** The same moment on the clocks of a zone, with how far they are ahead of UTC: `2026-11-22T00:30:00.000+01:00`. */
export function localMoment(moment: Date, timeZone: string): string {
  // Before 1972 some clocks were off by seconds, which ISO 8601 has no place for.
  const offset = Math.round(offsetAt(moment.getTime(), timeZone) / MINUTE)
  const clock = new Date(moment.getTime() + offset * MINUTE).toISOString().slice(0, -1)
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${clock}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

/** Whether it names a zone, such as `Europe/Copenhagen`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
