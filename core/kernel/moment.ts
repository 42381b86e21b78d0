import { momentAt, startOfDay } from './time-zone.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** A time without an offset. */
export const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
/** The plus of an offset, as it arrives where an address has it as it is: there it means a blank. */
const UNENCODED_PLUS = / (?=\d{2}:\d{2}$)/
/** Beyond them, ISO 8601 has more digits and no longer sorts as text. */
const FIRST_MOMENT = '0000-01-01T00:00:00.000Z'
const LAST_MOMENT = '9999-12-31T23:59:59.999Z'

/** A day of a request, as it is meant. */
interface Meant {
  readonly timeZone: string
  /** A day then means the beginning of the next. */
  readonly isEnd?: boolean
  /** Whether a time without an offset is one on the clock of the zone; otherwise it is none. */
  readonly takesLocal?: boolean
}

/**
 * The moment that a request names: a moment with its offset, or a day, which means its beginning in the zone.
 * @returns as it is stored, ISO 8601 in UTC with milliseconds; undefined where it names none
 */
export function parseMoment(
  given: string,
  { isEnd = false, takesLocal = false, timeZone }: Meant,
): string | undefined {
  const text = given.replace(UNENCODED_PLUS, '+')
  if (!isOfDay(text)) return undefined
  const moment = DAY.test(text)
    ? startOfDay(text, timeZone, isEnd ? 1 : 0)
    : takesLocal && LOCAL.test(text)
      ? momentAt(text, timeZone)
      : new Date(MOMENT.test(text) ? text : NaN)
  if (Number.isNaN(moment.getTime())) return undefined
  const year = moment.getUTCFullYear()
  if (year < 0) return FIRST_MOMENT
  return year > 9999 ? LAST_MOMENT : moment.toISOString()
}

/** Whether there is the day that a text begins with: the parser makes 2 March of 30 February. */
export function isOfDay(text: string): boolean {
  const day = new Date(text.slice(0, 10))
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
}
