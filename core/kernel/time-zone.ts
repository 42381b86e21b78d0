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
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The moment at which a day begins in a zone.
 * @param date `2026-11-21`; `days` later where given
 */
export function startOfDay(date: string, timeZone: string, days = 0): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + days * DAY
  const before = wanted - offsetAt(wanted - DAY, timeZone)
  const after = wanted - offsetAt(wanted + DAY, timeZone)
  const shown = [before, after].find((moment) => wallClock(moment, timeZone) === wanted)
  // Where the clocks go forward at midnight, no clock shows it: the day begins when they do.
  return new Date(shown ?? before)
}

const DAY = 86_400_000

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
