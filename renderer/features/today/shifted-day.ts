const DAY = 86_400_000

/** The day so many days later, or earlier; days are written `2026-11-20`. */
export const shiftedDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
