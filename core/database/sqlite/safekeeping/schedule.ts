import type { DatabaseCondition } from '../../condition.ts'
import { databaseFile } from '../../data-files.ts'
import { damagedError } from '../../open-error.ts'
import { HOURLY, type SafekeepingCore } from '../../safekeeping.ts'
import { backupPlanOf } from './backup-plan.ts'
import { isAhead, listBackups } from './backups.ts'

const HOUR = 3_600_000

export interface Schedule extends SafekeepingCore {
  readonly dataDir: string
  readonly condition: DatabaseCondition
  /** Whether the last end was none: then all pages are read once. */
  readonly wasCutOff: boolean
}

/**
 * Keeps the one file of a running core safe: a backup a day, each checked from end to end, which reads every page of
 * the shop too; and after a crash or a power cut a check of the pages at once. What they find is noted and logged: the
 * shop goes on without them.
 * @returns what ends it
 */
export function keepSafe(schedule: Schedule): () => void {
  const { looks = HOURLY } = schedule
  let { wasCutOff } = schedule
  let isAtWork = false
  const ending = new AbortController()
  const { signal } = ending
  // Neither of what it waits for ever fails: there is nobody here to tell.
  const look = async (): Promise<void> => {
    if (isAtWork) return
    isAtWork = true
    if (wasCutOff) await checkOnce(schedule, signal)
    wasCutOff = false
    await backUpWhereDue(schedule, signal)
    isAtWork = false
  }
  const first = setTimeout(() => void look(), looks.first).unref()
  const later = setInterval(() => void look(), looks.every).unref()
  return () => {
    ending.abort()
    clearTimeout(first)
    clearInterval(later)
  }
}

async function checkOnce({ condition, dataDir, log, work }: Schedule, signal: AbortSignal): Promise<void> {
  try {
    const faults = await work.checkPages()
    if (faults.length === 0) return
    throw damagedError(databaseFile(dataDir), faults)
  } catch (error) {
    if (signal.aborted) return
    condition.note(error)
    log.error({ err: error }, 'the check of the database after a crash failed')
  }
}

/**
 * Makes the backup that is due by the plan where there is none yet and the file is not known to be damaged. Where that fails, or it
 * cannot be seen whether there is one, the condition says so until it has worked.
 * @param signal says that the core has ended, and the backup under way with it: that is no failure
 */
export async function backUpWhereDue(
  { clock, condition, dataDir, log, work }: Schedule,
  signal?: AbortSignal,
): Promise<void> {
  if (condition.state() === 'damaged') return
  try {
    const now = clock()
    if (isDue(dataDir, now)) await work.addBackup(now)
    condition.noteBackup(true)
  } catch (error) {
    if (signal?.aborted) return
    condition.note(error)
    condition.noteBackup(false)
    log.error({ err: error }, 'no backup was made')
  }
}

function isDue(dataDir: string, now: Date): boolean {
  const { everyHours } = backupPlanOf(dataDir)
  return !listBackups(dataDir, now).some(
    (backup) => now.getTime() - backup.date.getTime() < everyHours * HOUR && !isAhead(backup, now),
  )
}
