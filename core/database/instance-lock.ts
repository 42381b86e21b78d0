import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeDataDir } from './data-dir.ts'
import { databaseFile } from './data-files.ts'
import { asOpenError, DatabaseOpenError } from './open-error.ts'
import { makePrivate } from './private-file.ts'

/**
 * Makes this process the one core of a data folder. The lock is an exclusive transaction on a file of its own:
 * the system releases it however the process ends, also on kill -9 or a power cut.
 * @returns the function that releases it
 * @throws DatabaseOpenError `busy` where another core holds it
 */
export async function holdInstanceLock(dataDir: string): Promise<() => void> {
  const database = databaseFile(dataDir)
  return asOpenError(database, async () => {
    makeDataDir(dataDir)
    const lock = join(dataDir, 'backcounter.lock')
    makePrivate(lock)
    const file = new Sqlite(lock, { timeout: 0 })
    try {
      file.exec('begin exclusive')
    } catch (error) {
      file.close()
      const text = `Another Backcounter is open with the data in ${dataDir}.`
      throw new DatabaseOpenError('busy', database, text, error)
    }
    return Promise.resolve(() => file.close())
  })
}
