import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { systemClock } from '../../kernel/clock.ts'
import type { Engine } from '../engine.ts'
import { makeDataDir } from '../data-dir.ts'
import { bytesOf, databaseFile, hasLog } from '../data-files.ts'
import { watchCondition } from './safekeeping/condition.ts'
import { holdInstanceLock } from './safekeeping/instance-lock.ts'
import { noteRunningCore } from './safekeeping/running-core.ts'
import { clearRestore } from './safekeeping/restore.ts'
import { lookAfter } from './safekeeping/look-after.ts'
import type { ServedFile } from './served-file.ts'
import { requireUnsuspected } from './safekeeping/suspicion.ts'
import { addBackup } from './safekeeping/backups.ts'
import { probe } from './safekeeping/probe.ts'
import { migrate } from './migrate.ts'
import { asOpenError, DatabaseOpenError } from '../open-error.ts'
import { Handle } from '../handle.ts'
import { makePrivate } from '../private-file.ts'
import { References, type ReferenceTables } from '../references.ts'
import { requireNoBackup, requireNotLost } from './require-shop.ts'
import { executedNames, isBlank, isUpToDate } from './schema-version.ts'
import { PAGE_CACHE, SqliteConnection, sqliteCompiling, sqliteDialect } from './connection.ts'
import { OtherWriters, SqliteReads, SqliteWrites } from './transactions.ts'
import type { Tables } from '../schema/tables.ts'

/**
 * Pages that are written to the log before it is copied into the file: 16 MiB. A page that changes often, as most do
 * at a counter, is copied once for many changes; four times as many as SQLite's own took 5% off orders of eight clients.
 */
const PAGES_OF_LOG = 4000
/** How long opening waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT = 2000

/**
 * Opens the storage of the one core of a data folder, which no other core may have open at the same time.
 * @param tables which of them are cached
 * @param isToBeFilled whether a shop is to come into it: where there is none, none that was there is missed
 * @throws DatabaseOpenError
 */
export async function openSqlite(
  dataDir: string,
  tables: ReferenceTables,
  { isToBeFilled } = { isToBeFilled: false },
): Promise<Engine> {
  const release = await holdInstanceLock(dataDir)
  try {
    clearRestore(dataDir)
    await requireUnsuspected(dataDir)
    const wasCutOff = hasLog(dataDir)
    const engine = await openSqliteFile(dataDir, tables, { isHeld: true, isToBeFilled })
    return {
      ...engine,
      get reader() {
        return engine.reader
      },
      safekeeping: lookAfter(dataDir, engine, wasCutOff),
      deskDir: dataDir,
      noteRunningCore: (core) => noteRunningCore(dataDir, core),
      close: async () => engine.close().finally(release),
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Opens the database of a data folder for one piece of work, beside the core that may be running on it; makes it where
 * there never was one, and brings its schema up to date; one that holds data is copied to the backups before that.
 * @param dataDir made, readable by its owner only, where it does not exist
 * @param tables which of them are cached
 * @param isHeld whether this process is the one core of the folder
 * @param isToBeFilled as `openSqlite` has it
 * @throws DatabaseOpenError
 */
export async function openSqliteFile(
  dataDir: string,
  tables: ReferenceTables,
  { isHeld, isToBeFilled } = { isHeld: false, isToBeFilled: false },
): Promise<ServedFile> {
  const file = databaseFile(dataDir)
  return asOpenError(file, async () => {
    makeDataDir(dataDir)
    await requireNotLost(dataDir, isToBeFilled)
    makePrivate(file)
    const writerFile = openFile(file)
    try {
      probe(writerFile)
      if (!isToBeFilled && isBlank(writerFile)) await requireNoBackup(dataDir, 'holds nothing')
      const release = isHeld ? undefined : await holdToMigrate(dataDir, writerFile)
      try {
        const migrator = new Kysely<Tables>({ dialect: sqliteDialect(writerFile) })
        await migrate(migrator, writerFile, async (before) => addBackup(dataDir, systemClock(), before))
      } finally {
        release?.()
      }
      return sqliteEngine(dataDir, openReader(file), writerFile, tables)
    } catch (error) {
      if (writerFile.open) writerFile.close()
      throw error
    }
  })
}

/**
 * A file that an earlier version has written is brought up to date while no core has it open: one of that version would
 * go on writing as it knows how. A file that holds nothing yet is made by whoever comes first.
 * @returns what lets cores in again; undefined where nothing is missing
 * @throws DatabaseOpenError `busy` where a core has it open
 */
async function holdToMigrate(dataDir: string, file: SqliteFile): Promise<(() => void) | undefined> {
  if (isUpToDate(file) || executedNames(file).length === 0) return undefined
  return holdInstanceLock(dataDir).catch((error: unknown) => {
    if (!(error instanceof DatabaseOpenError) || error.code !== 'busy') throw error
    const text =
      `An earlier version of Backcounter is open with the data in ${dataDir}. Please end it first: this one brings them ` +
      'up to date, and the other would not know how they are kept then.'
    throw new DatabaseOpenError('busy', error.file, text, error)
  })
}

function sqliteEngine(
  dataDir: string,
  readerFile: SqliteFile,
  writerFile: SqliteFile,
  tables: ReferenceTables,
): ServedFile {
  const references = new References(tables)
  let reader = new SqliteConnection(readerFile)
  let writer = new SqliteConnection(writerFile, tables)
  const others = new OtherWriters(writer, references)
  const reads = new SqliteReads(reader, references, others)
  const writes = new SqliteWrites(writer, references, others)
  return {
    name: databaseFile(dataDir),
    location: { kind: 'sqlite', dataDir },
    condition: watchCondition(dataDir),
    get reader() {
      return new Handle(sqliteCompiling, reader)
    },
    read: async (work) => reads.read(work),
    keptBy: (find) => reads.keptBy(find),
    transact: async (work, { draft } = {}) =>
      draft === undefined ? writes.transact(work) : writes.transactBeside(draft, work),
    changes: undefined,
    sharedClock: undefined,
    bytes: async () => Promise.resolve(bytesOf(dataDir)),
    refreshStatistics: undefined,
    safekeeping: undefined,
    deskDir: undefined,
    noteRunningCore: undefined,
    exchange: async (work) => {
      const file = databaseFile(dataDir)
      const failures: unknown[] = []
      await writes.exchange(async () => {
        await reads.exchange(async () => {
          reader.close()
          writer.close()
          await work().catch((error: unknown) => failures.push(error))
          writer = new SqliteConnection(openFile(file), tables)
          return (reader = new SqliteConnection(openReader(file)))
        })
        return writer
      })
      if (failures.length > 0) throw failures[0]
    },
    close: async () => {
      await writes.finish()
      reader.close()
      writer.close()
    },
  }
}

function openReader(path: string): SqliteFile {
  const file = openFile(path)
  file.pragma('query_only = on')
  return file
}

function openFile(path: string): SqliteFile {
  const file = new Sqlite(path, { timeout: BUSY_TIMEOUT })
  try {
    file.pragma('journal_mode = wal')
    file.pragma('synchronous = full')
    file.pragma(`wal_autocheckpoint = ${PAGES_OF_LOG}`)
    file.pragma('foreign_keys = on')
    file.pragma(`cache_size = -${PAGE_CACHE}`)
    file.pragma('temp_store = memory')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}
