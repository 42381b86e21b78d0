import type { Trade } from './demo-shop.ts'
import type { Random } from './random.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A moment at which somebody buys, and what the shop's clock says then. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number
  /** As ISO counts them, Monday is 1. */
  readonly weekday: number
  /** Minutes since midnight. */
  readonly minute: number
}

interface OpenDay {
  readonly midnight: number
  readonly weekday: number
  readonly opens: number
  readonly closes: number
  readonly weight: number
}

/**
 * Draws moments between two times, in order: within the shop's hours, more on busy weekdays and in busy months, and a
 * little more every day, as trade grows. Days are drawn one after the other, so that any number takes little memory.
 */
export function* openingMoments(
  { trade, timeZone }: { trade: Trade; timeZone: string },
  { from, to, count }: { from: number; to: number; count: number },
  random: Random,
): Generator<Moment> {
  const days = openDays(trade, timeZone, from, to)
  const weight = days.reduce((sum, day) => sum + day.weight, 0)
  let passed = 0
  let drawn = 0
  for (const day of days) {
    passed += day.weight
    const due = Math.round((passed / weight) * count)
    const minutes = Array.from({ length: due - drawn }, () => {
      // The mean of two draws: the middle of the day is busier than its ends.
      const part = (random.fraction() + random.fraction()) / 2
      return day.opens + part * (day.closes - day.opens)
    })
    for (const minute of minutes.sort((a, b) => a - b)) {
      yield {
        at: Math.floor(day.midnight + minute * MINUTE),
        weekday: day.weekday,
        minute: Math.floor(minute),
      }
    }
    drawn = due
  }
}

function openDays(trade: Trade, timeZone: string, from: number, to: number): OpenDay[] {
  const days: OpenDay[] = []
  // Steps of half a day: where clocks go forward, a day is shorter than 24 hours.
  for (let moment = from - DAY; moment < to + DAY; moment += DAY / 2) {
    const { midnight, weekday, month } = localDay(moment, timeZone)
    const [opens = 0, closes = 0] = trade.hours[weekday - 1] ?? []
    const start = Math.max(opens * 60, (from - midnight) / MINUTE)
    const end = Math.min(closes * 60, (to - midnight) / MINUTE)
    if (start >= end || days.at(-1)?.midnight === midnight) continue
    const busy = (trade.weekdays[weekday - 1] ?? 1) * (trade.months[month - 1] ?? 1)
    const growth = 1 + (midnight - from) / (to - from) / 2
    const weight = ((end - start) / (closes * 60 - opens * 60)) * busy * growth
    days.push({ midnight, weekday, opens: start, closes: end, weight })
  }
  return days
}

/** The day a moment falls on in a time zone; clocks are changed at night, so noon tells the offset of its opening hours. */
function localDay(moment: number, timeZone: string): { midnight: number; weekday: number; month: number } {
  const { year, month, day } = localDate(moment, timeZone)
  const noon = Date.UTC(year, month - 1, day, 12)
  const midnight = noon - 12 * 60 * MINUTE - offsetAt(noon, timeZone)
  return { midnight, weekday: new Date(noon).getUTCDay() || 7, month }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localDate(moment: number, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...fields })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return { year, month, day, hour, minute }
}

function offsetAt(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localDate(moment, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment / MINUTE) * MINUTE
}
