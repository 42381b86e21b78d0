import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { checkFile } from './check-file.ts'
import { SIDE_FILES } from './data-files.ts'
import { Handle } from './handle.ts'
import { executedNames, requireKnownSchema } from './migrate.ts'
import { asOpenError, DatabaseOpenError } from './open-error.ts'
import { makePrivate } from './private-file.ts'
import { SqliteConnection, sqliteCompiling } from './sqlite.ts'

/** How long to wait for a write of another process, in milliseconds. */
const BUSY_TIMEOUT = 5000
/** More than a file can have: all of it in one step is one consistent state, whatever is written meanwhile. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a database, which may be in use, to one file that stands alone, is sound and is on disk when this resolves.
 * Where it fails, nothing is left of the copy.
 * @param source only read
 * @param target what is there is lost
 * @throws DatabaseOpenError for a source that is damaged, none of ours or of a newer version, and a target that
 *   cannot be written
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  removeDatabase(target)
  try {
    await asOpenError(source, async () => requireDatabase(source))
    await asOpenError(target, async () => transfer(source, target))
    await asOpenError(target, async () => requireSound(target, source))
    syncToDisk(target)
    syncToDisk(dirname(target))
  } catch (error) {
    removeDatabase(target)
    throw error
  }
}

/** Removes a database with what SQLite has put beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...SIDE_FILES, '-journal']) rmSync(file + suffix, { force: true })
}

/** Whether it can be read at all; a target is not begun for one that cannot. */
function requireDatabase(source: string): Promise<void> {
  const file = new Sqlite(source, { fileMustExist: true, readonly: true, timeout: BUSY_TIMEOUT })
  try {
    if (executedNames(file).length === 0) {
      throw new DatabaseOpenError('damaged', source, `${source} is no database of Backcounter.`)
    }
    requireKnownSchema(file)
    return Promise.resolve()
  } finally {
    file.close()
  }
}

async function transfer(source: string, target: string): Promise<void> {
  // It holds customers and digests of secrets: nobody else may read it, not for a moment.
  makePrivate(target)
  const file = new Sqlite(source, { fileMustExist: true, readonly: true, timeout: BUSY_TIMEOUT })
  try {
    await file.backup(target, { progress: () => ALL_PAGES })
  } finally {
    file.close()
  }
  // One file that stands alone, without a log beside it.
  const copy = new Sqlite(target, { timeout: BUSY_TIMEOUT })
  try {
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
}

async function requireSound(target: string, source: string): Promise<void> {
  const file = new Sqlite(target, { fileMustExist: true, readonly: true })
  try {
    const faults = await checkFile({ reader: new Handle(sqliteCompiling, new SqliteConnection(file)) })
    if (faults.length > 0) {
      throw new DatabaseOpenError('damaged', source, `${source} is damaged: ${faults.join('; ')}.`)
    }
  } finally {
    file.close()
  }
}

/** Asks the system to write a file, or the names in a folder, to the disk now. */
export function syncToDisk(path: string): void {
  // Windows writes names of folders through, and cannot open one.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
