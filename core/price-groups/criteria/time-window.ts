import { Type, type Static } from 'typebox'
import { listed } from '../../kernel/listed.ts'
import { formed } from '../../http/schema.ts'
import { isOfDay } from '../../kernel/moment.ts'
import { localTime } from '../../kernel/time-zone.ts'
import { faultsInto, type FieldFault } from '../../records/field-faults.ts'
import { alone, Held, oneOf, type Facts, type Verdict } from './criterion.ts'
import { registerCriterionKind } from './registry.ts'

const Moment = Held(
  'moment',
  formed('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}', 'a moment such as 2026-11-21T17:30Z'),
)
const TimeOfDay = Held('time-of-day', formed('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time such as 17:30'))

const TimeWindow = Type.Object({
  /** Moments in ISO 8601: from the first on, up to and without the second. */
  from: Type.Optional(alone(Moment)),
  to: Type.Optional(alone(Moment)),
  /**
   * ISO weekdays, Monday is 1, and times of day, both on the clock of the store. Hours over midnight are of the day on which
   * they begin: on Friday from 22:00 to 02:00 ends on Saturday.
   */
  weekday: Type.Optional(oneOf(Held('weekday', formed('^[1-7]$', 'a day from 1, Monday, to 7, Sunday')))),
  startTime: Type.Optional(alone(TimeOfDay)),
  endTime: Type.Optional(alone(TimeOfDay)),
})
type TimeWindow = Static<typeof TimeWindow>

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Holds inside a span of time, on some weekdays, at some hours; by the server's clock, in the store's time zone. */
registerCriterionKind({
  kind: 'timeWindow',
  parameters: TimeWindow,
  filters: {
    time: Type.String({
      description:
        'Read by no criterion: the clock is the server’s. Empty or not, it has all criteria checked.',
    }),
  },
  refuse: faultsOf,
  describe: (window) => {
    const parts = [
      window.weekday && `on ${listed(window.weekday.map(weekdayName), 'or')}`,
      window.from && `from ${String(window.from[0])}`,
      window.to && `until ${String(window.to[0])}`,
      (window.startTime ?? window.endTime) && `between ${startOf(window)} and ${endOf(window)}`,
    ].filter((part) => part !== undefined)
    return `The time is ${parts.length > 0 ? parts.join(' ') : 'any'}`
  },
  check: (window, facts) => {
    const { weekday, minute } = localTime(facts.now, facts.timeZone)
    const [from, to] = [window.from?.[0], window.to?.[0]]
    if (from !== undefined && facts.now.getTime() < Date.parse(from)) return tooEarly(facts)
    if (to !== undefined && facts.now.getTime() >= Date.parse(to)) return tooLate(facts)
    const time = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
    const reason = `it is ${weekdayName(String(weekday))}, ${time} at the store`
    const day = isBehindMidnight(window, time) ? dayBefore(weekday) : weekday
    const isDay = window.weekday?.includes(String(day)) ?? true
    return { valid: isDay && isWithinHours(window, time), reason }
  },
  find: (_, { now }) => [now.toISOString()],
})

function faultsOf({ endTime, from, startTime, to, weekday }: TimeWindow): FieldFault[] {
  const faults: FieldFault[] = []
  const fault = faultsInto(faults)
  const [first, last] = [from, to].map((moment) => (moment ? millisecondsOf(moment[0] ?? '') : undefined))
  if (Number.isNaN(first)) fault('from', 'criterion.time')
  if (Number.isNaN(last)) fault('to', 'criterion.time')
  if (first !== undefined && last !== undefined && first >= last) fault('to', 'criterion.end')
  if (startTime && startTime[0] === endTime?.[0]) fault('endTime', 'criterion.same-time')
  if (!from && !to && !weekday && !startTime && !endTime) fault('', 'criterion.no-window')
  return faults
}

const millisecondsOf = (moment: string): number => (isOfDay(moment) ? Date.parse(moment) : NaN)

/** Hours that end before they start go over midnight. Times of the form HH:MM compare as text. */
function isWithinHours(window: TimeWindow, time: string): boolean {
  const [start, end] = [startOf(window), endOf(window)]
  return start <= end ? time >= start && time < end : time >= start || time < end
}

/** Whether it is in hours that have begun on the day before. */
const isBehindMidnight = (window: TimeWindow, time: string): boolean =>
  startOf(window) > endOf(window) && time < endOf(window)

const dayBefore = (weekday: number): number => (weekday === 1 ? 7 : weekday - 1)

const startOf = (window: TimeWindow): string => window.startTime?.[0] ?? '00:00'
const endOf = (window: TimeWindow): string => window.endTime?.[0] ?? '24:00'

const tooEarly = ({ now }: Facts): Verdict => ({ valid: false, reason: `it is only ${now.toISOString()}` })
const tooLate = ({ now }: Facts): Verdict => ({ valid: false, reason: `it is ${now.toISOString()} already` })
const weekdayName = (number: string): string => weekdays[Number(number) - 1] ?? number
const pad = (number: number): string => String(number).padStart(2, '0')
