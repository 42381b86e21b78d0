import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { databaseFile } from '../data-files.ts'
import type { Engine } from '../engine.ts'
import { asOpenError } from '../open-error.ts'
import type { ReferenceTables } from '../references.ts'
import { openSqlite } from './open.ts'
import { removeDatabase, syncToDisk } from './safekeeping/copy-database.ts'

/** How long to wait for another process that reads, in milliseconds. */
const BUSY_TIMEOUT = 5000

/**
 * Fills a data folder that holds no shop with a whole one, which stands in its one file, on disk, when this resolves. Where it
 * fails, the folder is as it was. Backups that are there, of a shop that was there before, are no reason not to.
 * @throws DatabaseOpenError; `unwritable` where there is no room for all of it
 */
export async function fillSqlite<T>(
  dataDir: string,
  tables: ReferenceTables,
  fill: (engine: Engine) => Promise<T>,
): Promise<T> {
  const file = databaseFile(dataDir)
  const wasThere = existsSync(file)
  const engine = await openSqlite(dataDir, tables, { isToBeFilled: true })
  let filled: T
  try {
    filled = await fill(engine)
  } catch (error) {
    await engine.close()
    if (!wasThere) removeDatabase(file)
    throw error
  }
  await engine.close()
  try {
    await asOpenError(file, async () => foldIn(file))
  } catch (error) {
    removeDatabase(file)
    throw error
  }
  syncToDisk(dataDir)
  return filled
}

/** What was written lies in the log beside the file, and stays there where the disk has no room for both. */
async function foldIn(path: string): Promise<void> {
  const file = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT })
  try {
    file.pragma('wal_checkpoint(truncate)')
  } finally {
    file.close()
  }
  return Promise.resolve()
}
