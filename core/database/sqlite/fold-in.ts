import Sqlite from 'better-sqlite3'
import { databaseFile } from '../data-files.ts'
import { asOpenError } from '../open-error.ts'
import { removeDatabase, syncToDisk } from './safekeeping/copy-database.ts'

/** How long to wait for another process that reads, in milliseconds. */
const BUSY_TIMEOUT = 5000

/**
 * Has a new shop that nobody works on stand in its one file: what was written lies in the log beside it, and stays there where
 * the disk has no room for both.
 * @throws DatabaseOpenError `unwritable` where there is no room; nothing is left of the shop then
 */
export async function foldIn(dataDir: string): Promise<void> {
  const path = databaseFile(dataDir)
  try {
    await asOpenError(path, async () => {
      const file = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT })
      try {
        file.pragma('wal_checkpoint(truncate)')
      } finally {
        file.close()
      }
      syncToDisk(dataDir)
      return Promise.resolve()
    })
  } catch (error) {
    removeDatabase(path)
    throw error
  }
}
