/** An hour of the day, with what there was in it and in the same hour of the day it is compared with. */
export interface HourValue {
  readonly hour: number
  readonly value: number
  readonly before: number
}

/** A shop that sold nothing is shown as if it were open then. */
const FROM = 8
const TO = 18

/** The hours from the first to the last in which there was anything, and at least those of a usual day. */
export function shownHours(hours: readonly HourValue[]): readonly HourValue[] {
  const busy = hours.filter(({ value, before }) => value > 0 || before > 0).map(({ hour }) => hour)
  const [first, last] = [Math.min(FROM, ...busy), Math.max(TO, ...busy)]
  return hours.filter(({ hour }) => hour >= first && hour <= last)
}

const STEPS = [1, 2, 2.5, 5, 10]

/** The end of an axis for values up to so much: a round number of at least that, which halves well. */
export function axisEnd(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return (STEPS.find((step) => step * power >= most) ?? 10) * power
}
