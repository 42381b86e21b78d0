/** The time of day as the core sees it; tests and seeded data bring their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

let last = { time: NaN, text: '' }

/** A moment as it is stored and answered: ISO 8601 in UTC with milliseconds. */
export function timestamp(date: Date): string {
  // A request writes its one moment in many places.
  if (date.getTime() !== last.time) last = { time: date.getTime(), text: date.toISOString() }
  return last.text
}
