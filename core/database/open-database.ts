import { chmodSync } from 'node:fs'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { makeDataDir } from './data-dir.ts'
import { databaseFile } from './data-files.ts'
import { migrate } from './migrate.ts'
import { asOpenError } from './open-error.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** How long a write waits for one of another process (a command that seeds or restores), in milliseconds. */
const BUSY_TIMEOUT = 2000

/**
 * Opens the database of a data folder, makes it where there is none, and brings its schema up to date.
 * @param dataDir made, readable by its owner only, where it does not exist
 * @throws DatabaseOpenError
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const file = databaseFile(dataDir)
  return asOpenError(file, async () => {
    makeDataDir(dataDir)
    const writerFile = openFile(file)
    try {
      chmodSync(file, 0o600)
      const writer = new Kysely<Tables>({ dialect: sqliteDialect(writerFile, 'begin immediate') })
      await migrate(writer, writerFile)
      const readerFile = openFile(file)
      readerFile.pragma('query_only = on')
      const reader = new Kysely<Tables>({ dialect: sqliteDialect(readerFile, 'begin') })
      return {
        file,
        writer,
        reader,
        close: async () => {
          await reader.destroy()
          await writer.destroy()
          // A handle that never ran a query does not close its file.
          if (readerFile.open) readerFile.close()
          if (writerFile.open) writerFile.close()
        },
      }
    } catch (error) {
      if (writerFile.open) writerFile.close()
      throw error
    }
  })
}

function openFile(path: string): SqliteFile {
  const file = new Sqlite(path, { timeout: BUSY_TIMEOUT })
  file.pragma('journal_mode = wal')
  file.pragma('synchronous = full')
  file.pragma('foreign_keys = on')
  file.pragma('cache_size = -65536')
  file.pragma('temp_store = memory')
  return file
}
