/** Days, as `2026-11-20`: the first and the last one. */
export interface Period {
  readonly from: string
  readonly to: string
}

export const PERIODS = ['today', 'month', 'lastMonth', 'quarter', 'lastQuarter', 'year', 'lastYear'] as const
export type PeriodName = (typeof PERIODS)[number]

const MONTHS: Readonly<
  Record<Exclude<PeriodName, 'today'>, { readonly length: number; readonly back: 0 | 1 }>
> = {
  month: { length: 1, back: 0 },
  lastMonth: { length: 1, back: 1 },
  quarter: { length: 3, back: 0 },
  lastQuarter: { length: 3, back: 1 },
  year: { length: 12, back: 0 },
  lastYear: { length: 12, back: 1 },
}

/** The days of a period of the calendar, whole months also where they are not over. @param today `2026-11-20` */
export function periodOf(name: PeriodName, today: string): Period {
  if (name === 'today') return { from: today, to: today }
  const { back, length } = MONTHS[name]
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = Math.floor((month - 1) / length) * length - back * length
  return { from: dayOf(year, first, 1), to: dayOf(year, first + length, 0) }
}

/** @param month from 0, of any year */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Which of them a period is; undefined where somebody has chosen other days. */
export const nameOfPeriod = ({ from, to }: Period, today: string): PeriodName | undefined =>
  PERIODS.find((name) => {
    const period = periodOf(name, today)
    return period.from === from && period.to === to
  })

/** The period in the query of an address, which may hold anything; this month where it says none. */
export function periodIn(query: Readonly<Record<string, unknown>>, today: string): Period {
  const usual = periodOf('month', today)
  const { from, to } = query
  return { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to }
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
