import { existsSync, truncateSync } from 'node:fs'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { isDatabaseBusy, isDatabaseDamaged } from '../../error-codes.ts'
import { makeDataDir } from '../../data-dir.ts'
import { databaseFile, lockFile } from '../../data-files.ts'
import { asOpenError, DatabaseOpenError } from '../../open-error.ts'
import { makePrivate } from '../../private-file.ts'

/**
 * Makes this process the one core of a data folder. The lock is an exclusive transaction on a file of its own:
 * the system releases it however the process ends, also on kill -9 or a power cut.
 * @returns the function that releases it
 * @throws DatabaseOpenError `busy` where another core holds it, `unwritable` where it cannot be locked at all
 */
export async function holdInstanceLock(dataDir: string): Promise<() => void> {
  const database = databaseFile(dataDir)
  return asOpenError(database, async () => {
    makeDataDir(dataDir)
    const lock = lockFile(dataDir)
    makePrivate(lock)
    try {
      const file = hold(lock)
      return await Promise.resolve(() => file.close())
    } catch (error) {
      if (isDatabaseBusy(error)) {
        const text = `Another Backcounter is open with the data in ${dataDir}.`
        throw new DatabaseOpenError('busy', database, text, error)
      }
      const text = `The lock file ${lock} cannot be used: ${(error as Error).message}.`
      throw new DatabaseOpenError('unwritable', lock, text, error)
    }
  })
}

/**
 * Locks a file until it is closed, or the process ends. Its content is worth nothing, so where that is broken it is thrown
 * away. The file stays: the lock is on it.
 * @throws SQLite's error, busy where another holds it
 */
export function hold(lock: string): SqliteFile {
  try {
    return begin(lock)
  } catch (error) {
    // Only who has found the file unlocked comes to look at its content.
    if (!isDatabaseDamaged(error)) throw error
  }
  truncateSync(lock)
  return begin(lock)
}

function begin(lock: string): SqliteFile {
  const file = new Sqlite(lock, { timeout: 0 })
  try {
    // A full disk takes no journal beside it, and none is needed.
    file.pragma('journal_mode = memory')
    file.exec('begin exclusive')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Whether a core has a data folder open. */
export const isHeld = (dataDir: string): boolean => isLocked(lockFile(dataDir))

/** Whether somebody holds a lock; nobody does where there is none. */
export function isLocked(lock: string): boolean {
  if (!existsSync(lock)) return false
  const file = new Sqlite(lock, { timeout: 0, fileMustExist: true })
  try {
    file.prepare('select 1 from sqlite_master').get()
    return false
  } catch (error) {
    if (isDatabaseBusy(error)) return true
    // Only a file that nobody has locked is looked into.
    if (isDatabaseDamaged(error)) return false
    throw error
  } finally {
    file.close()
  }
}
