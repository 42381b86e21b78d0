import Sqlite from 'better-sqlite3'
import type { Engine } from '../engine.ts'
import { databaseFile, hasLog } from '../data-files.ts'
import { Handle } from '../handle.ts'
import { asOpenError } from '../open-error.ts'
import { ReferenceTables, References } from '../references.ts'
import { noShop, requireShop } from './require-shop.ts'
import { isBlank, isUpToDate, requireKnownSchema, requireOwnFile } from './schema-version.ts'
import { PAGE_CACHE, SqliteConnection, sqliteCompiling } from './connection.ts'
import { OtherWriters, SqliteReads } from './transactions.ts'

/** A shop that is only read. */
export interface ReadShop extends Pick<Engine, 'name' | 'reader' | 'read'> {
  /** Whether this version has made its schema; one of an earlier version may be read in part. */
  readonly isUpToDate: boolean
}

/** How long a read waits for a write of another process, in milliseconds. */
const BUSY_TIMEOUT = 5000

/**
 * Reads the shop of a data folder and changes nothing, not even its version; a core may be running on it meanwhile.
 * @throws CommerceError NotFound where there is none
 * @throws DatabaseOpenError
 */
export async function readShop<T>(dataDir: string, work: (shop: ReadShop) => Promise<T>): Promise<T> {
  await requireShop(dataDir)
  const path = databaseFile(dataDir)
  return asOpenError(path, async () => {
    const file = new Sqlite(path, { ...modeOf(dataDir), fileMustExist: true, timeout: BUSY_TIMEOUT })
    try {
      file.pragma('query_only = on')
      file.pragma(`cache_size = -${PAGE_CACHE}`)
      requireOwnFile(file)
      requireKnownSchema(file)
      if (isBlank(file)) throw noShop(dataDir)
      const connection = new SqliteConnection(file)
      // Nothing is written here, so that whatever is read may be kept until somebody else writes.
      const references = new References(new ReferenceTables([]))
      const reads = new SqliteReads(connection, references, new OtherWriters(connection, references))
      return await work({
        name: path,
        isUpToDate: isUpToDate(file),
        reader: new Handle(sqliteCompiling, connection),
        read: async (reading) => reads.read(reading),
      })
    } finally {
      file.close()
    }
  })
}

/**
 * Whoever closes a database last folds its log in: where there is one, this must not be able to write. Where there is
 * none, only whoever may write takes away again what SQLite puts beside the file in order to read it.
 */
const modeOf = (dataDir: string) => ({ readonly: hasLog(dataDir) })
