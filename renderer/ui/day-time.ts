import { dateFormat } from './intl.ts'
import { plainText } from './plain-text.ts'

/** A day with its time as fields hold it, on whichever clock is meant: `2026-11-27T17:30`. */
const DAY_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const TIME = /^\d{2}:\d{2}$/

/** For whoever asks how they are written: its parts cannot be taken for one another. */
export const DAY_TIME_EXAMPLE = '2026-12-24T17:30'
export const TIME_EXAMPLE = '17:30'

export const isDayTime = (text: string): boolean => DAY_TIME.test(text)
export const isTime = (text: string): boolean => TIME.test(text)

/** Whatever the calendar and the digits of a culture, days are those of contracts and receipts. */
const PLAIN = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const
const OF_DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const OF_TIME = { hour: '2-digit', minute: '2-digit' } as const

/** `2026-11-27T17:30` as the culture writes it: `27.11.2026, 17:30`, `11/27/2026, 05:30 PM`; what is none stays as it is. */
export function formatDayTime(value: string, culture: string): string {
  return isDayTime(value) ? written(`${value}:00Z`, culture, { ...OF_DAY, ...OF_TIME }) : value
}

/** `17:30` as the culture writes it: `17.30` in Danish, `05:30 PM` in American English; what is none stays as it is. */
export function formatTime(value: string, culture: string): string {
  return isTime(value) ? written(`2000-01-01T${value}:00Z`, culture, OF_TIME) : value
}

/**
 * A day with its time as a person types it: the day in the order of the culture, or as ISO 8601 has it, with any
 * separators or none; the time with 24 hours, or with 12 and am or pm.
 * @returns such as `2026-11-27T17:30`; undefined where the text is no day with a time
 */
export function parseDayTime(text: string, culture: string): string | undefined {
  const plain = plainly(text)
  const [head, day] = dayAtHead(plain, culture) ?? []
  const time = head === undefined ? undefined : parseTime(plain.slice(head.length).replace(/^[\s,T]+/, ''))
  return day !== undefined && time !== undefined ? `${day}T${time}` : undefined
}

/** A time of day as a person types it: `17:30`, `17.30`, `1730`, `5:30 pm`. @returns such as `17:30`; undefined where it is none */
export function parseTime(text: string): string | undefined {
  const found = /^(\d{1,2}?)[\s:.h時]*(\d{2})分?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(plainly(text))
  if (!found) return undefined
  const [, hours = '', minutes = '', half] = found
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half)
  if (hour === undefined || hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const written = (moment: string, culture: string, parts: Intl.DateTimeFormatOptions): string =>
  plainly(dateFormat(culture, { ...PLAIN, ...parts }).format(new Date(moment)))

/** Without what cannot be typed: wide digits, spaces that do not break, marks of direction. */
const plainly = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim()

/** 12 am is the first hour of a day, 12 pm that behind noon. */
function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

type Part = 'year' | 'month' | 'day'
const ISO_ORDER: readonly Part[] = ['year', 'month', 'day']

/** The day that a text begins with, and the part of the text that says it. */
function dayAtHead(text: string, culture: string): [head: string, day: string] | undefined {
  const separated = /^(\d{1,4})[\s./年-]+(\d{1,2})[\s./月-]+(\d{1,4})(?:日|\.?(?=[\s,T]))/.exec(text)
  const order = separated?.[1]?.length === 4 ? ISO_ORDER : orderOf(culture)
  const [head, ...numbers] = separated ?? together(text, order) ?? []
  if (head === undefined) return undefined
  const numberOf = (part: Part): string => numbers[order.indexOf(part)] ?? ''
  const [year, month, day] = [numberOf('year'), numberOf('month'), numberOf('day')]
  if (month.length > 2 || day.length > 2 || (year.length !== 4 && year.length !== 2)) return undefined
  const iso = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  // The 31st of a shorter month would be another day.
  const moment = new Date(`${iso}T00:00:00Z`)
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso)
  return isDay ? [head, iso] : undefined
}

/** A day without separators, as fields of a day are typed: `27112026`. */
function together(text: string, order: readonly Part[]): readonly string[] | undefined {
  const digits = order.map((part) => (part === 'year' ? '(\\d{4})' : '(\\d{2})')).join('')
  return new RegExp(`^${digits}(?=[\\s,T])`).exec(text) ?? undefined
}

const orderOf = (culture: string): readonly Part[] =>
  dateFormat(culture, { ...PLAIN, ...OF_DAY })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day')
