import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { listBackups } from './backups.ts'
import type { DatabaseCondition } from './condition.ts'
import { databaseFile } from './data-files.ts'
import { damagedError } from './open-error.ts'

const DAY = 86_400_000
/** How soon after the start, and how often then, it is looked whether something is due, in milliseconds. */
const FIRST_LOOK = 5000
const INTERVAL = 3_600_000
/** By so much a backup may be of the future without being doubted: clocks are set. */
const CLOCK_TOLERANCE = 300_000

export interface Safekeeping {
  readonly dataDir: string
  readonly clock: Clock
  readonly condition: DatabaseCondition
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** Whether the last end was none: then all pages are read once. */
  readonly wasCutOff: boolean
  /** What takes long, done where nobody waits for it. */
  readonly work: {
    /** @returns what is wrong with the pages of the file */
    checkPages(): Promise<readonly string[]>
    addBackup(now: Date): Promise<unknown>
  }
}

/**
 * Keeps the one file of a running core safe: a backup a day, each checked from end to end, which reads every page of
 * the shop too; and after a crash or a power cut a check of the pages at once. What they find is noted and logged.
 * @returns what ends it
 */
export function keepSafe(safekeeping: Safekeeping): () => void {
  let { wasCutOff } = safekeeping
  let isAtWork = false
  const look = async (): Promise<void> => {
    if (isAtWork) return
    isAtWork = true
    if (wasCutOff) await checkOnce(safekeeping)
    wasCutOff = false
    await backUpWhereDue(safekeeping)
    isAtWork = false
  }
  const first = setTimeout(() => void look(), FIRST_LOOK).unref()
  const later = setInterval(() => void look(), INTERVAL).unref()
  return () => {
    clearTimeout(first)
    clearInterval(later)
  }
}

async function checkOnce({ condition, dataDir, log, work }: Safekeeping): Promise<void> {
  try {
    const faults = await work.checkPages()
    if (faults.length === 0) return
    throw damagedError(databaseFile(dataDir), faults)
  } catch (error) {
    condition.note(error)
    log.error({ err: error }, 'the check of the database after a crash failed')
  }
}

/** Makes the backup of the day where there is none yet and the file is not known to be damaged. */
export async function backUpWhereDue({ clock, condition, dataDir, log, work }: Safekeeping): Promise<void> {
  const now = clock()
  if (condition.state() === 'damaged' || !isDue(dataDir, now)) return
  try {
    await work.addBackup(now)
  } catch (error) {
    condition.note(error)
    log.error({ err: error }, 'no backup was made')
  }
}

const isDue = (dataDir: string, now: Date): boolean =>
  !listBackups(dataDir).some(({ date }) => {
    const age = now.getTime() - date.getTime()
    return age < DAY && age > -CLOCK_TOLERANCE
  })
