import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { asOpenError } from '../../open-error.ts'
import type { Tables } from '../../schema/tables.ts'
import { sqliteDialect } from '../connection.ts'
import { migrate } from '../migrate.ts'
import { copyDatabase, removeDatabase, syncToDisk } from './copy-database.ts'
import { databaseFile, incomingOf } from '../../data-files.ts'

/**
 * Copies a backup beside the shop of a data folder, checks it there from end to end, and brings its schema up to date: it
 * needs nothing more than its name to take the place of the shop.
 * @param onProgress is told how much of it is done, 0 to 1
 * @throws DatabaseOpenError `damaged` or `newer` for what the backup is, `unwritable` where there is no room for it
 */
export async function prepareRestore(
  dataDir: string,
  backup: string,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const incoming = incomingOf(dataDir)
  const file = databaseFile(dataDir)
  await copyDatabase(backup, incoming, existsSync(file) ? file : dataDir, onProgress)
  try {
    await asOpenError(incoming, async () => {
      const file = new Sqlite(incoming, { fileMustExist: true })
      try {
        // The backup itself stays as it is: nothing has to be copied first.
        await migrate(new Kysely<Tables>({ dialect: sqliteDialect(file) }), file, async () =>
          Promise.resolve(),
        )
      } finally {
        file.close()
      }
    })
    syncToDisk(incoming)
  } catch (error) {
    removeDatabase(incoming)
    throw error
  }
}
