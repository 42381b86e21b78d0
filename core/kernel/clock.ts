/** The time of day as the core sees it; tests and seeded data bring their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** A moment as it is stored and answered: ISO 8601 in UTC with milliseconds. */
export const timestamp = (date: Date): string => date.toISOString()
