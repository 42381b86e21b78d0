import type { DatabaseCondition } from '../../condition.ts'
import { isDatabaseDamaged, isDiskFailing } from '../../error-codes.ts'
import { DatabaseOpenError } from '../../open-error.ts'
import { suspect } from './suspicion.ts'

/** How long a failure of the disk is held against it, in milliseconds. */
const MEMORY = 60_000

/**
 * What becomes known of the file of a data folder.
 * @param dataDir damage is remembered there, for the next start to read the whole file
 * @param now milliseconds of a clock that only goes forward
 */
export function watchCondition(
  dataDir: string,
  now: () => number = () => performance.now(),
): DatabaseCondition {
  let isDamaged = false
  let failedAt = -Infinity
  let isBackedUp = true
  return {
    state: () => {
      if (isDamaged) return 'damaged'
      return now() - failedAt < MEMORY ? 'failing' : 'ok'
    },
    isBackedUp: () => isBackedUp,
    noteBackup: (isThere) => {
      isBackedUp = isThere
    },
    renew: () => {
      isDamaged = false
      failedAt = -Infinity
    },
    note: (error) => {
      if (isDamage(error)) {
        if (!isDamaged) suspect(dataDir)
        isDamaged = true
      } else if (isDiskFailing(error)) {
        failedAt = now()
      }
    },
  }
}

const isDamage = (error: unknown): boolean =>
  isDatabaseDamaged(error) || (error instanceof DatabaseOpenError && error.code === 'damaged')
