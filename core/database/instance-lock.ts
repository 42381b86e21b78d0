import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DatabaseOpenError } from './open-error.ts'

/**
 * Makes this process the one core of a data folder. The lock is an exclusive transaction on a file of its own:
 * the system releases it however the process ends, also on kill -9 or a power cut.
 * @returns the function that releases it
 * @throws DatabaseOpenError `busy` where another core holds it
 */
export function holdInstanceLock(dataDir: string): () => void {
  const path = join(dataDir, 'backcounter.lock')
  const file = new Sqlite(path, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw new DatabaseOpenError(
      'busy',
      join(dataDir, 'backcounter.sqlite'),
      `Another Backcounter is open with the data in ${dataDir}.`,
      error,
    )
  }
  return () => file.close()
}
