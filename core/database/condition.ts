import { isDatabaseDamaged, isDiskFailing } from './constraint-errors.ts'
import { DatabaseOpenError } from './open-error.ts'
import { suspect } from './suspicion.ts'

/** How long a failure of the disk is held against it, in milliseconds. */
const MEMORY = 60_000

export type DatabaseState =
  | 'ok'
  /** In the last minute the disk has not done what it was asked. */
  | 'failing'
  /** Something in the file is broken; it stays so until the program is started anew. */
  | 'damaged'

/** What the core has come to know of its database while it runs. */
export interface DatabaseCondition {
  state(): DatabaseState
  /** Whether the last backup that was due could be made; true before the first. */
  isBackedUp(): boolean
  /** Draws its conclusions from an error, whatever it is. */
  note(error: unknown): void
  noteBackup(isThere: boolean): void
}

/**
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
