import { USUAL_PLAN, type BackupPlan } from '../../safekeeping.ts'

const BEFORE_MIGRATIONS = 2

const DAY = 86_400_000

/**
 * Which backups are no longer needed. Kept are the newest, that of each of the last so many days and weeks that have one
 * (a shop that was closed for a month keeps what it had), and the last two from before a migration.
 * @param backups newest first
 */
export function superfluous<T extends { readonly date: Date; readonly before: string | null }>(
  backups: readonly T[],
  plan: BackupPlan = USUAL_PLAN,
): T[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  let migrations = 0
  return backups.filter(({ date, before }, index) => {
    const day = Math.floor(date.getTime() / DAY)
    // The first day of all was a Thursday; weeks begin on Mondays.
    const week = Math.floor((day + 3) / 7)
    const isKept = [
      index < plan.newest,
      isFirst(days, day, plan.days),
      isFirst(weeks, week, plan.weeks),
      before !== null && ++migrations <= BEFORE_MIGRATIONS,
    ]
    return !isKept.includes(true)
  })
}

/** Whether this is the first of its period, and one of the first so many periods. */
function isFirst(periods: Set<number>, period: number, count: number): boolean {
  if (periods.has(period) || periods.size === count) return false
  periods.add(period)
  return true
}
