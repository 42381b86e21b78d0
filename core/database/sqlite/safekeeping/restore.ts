import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import Sqlite from 'better-sqlite3'
import { timestamp } from '../../../kernel/clock.ts'
import { conflict, notFound } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { CarryOver } from '../../safekeeping.ts'
import { carryOver, isUnreadableShop } from './carry-over.ts'
import { removeDatabase, requireDatabase, syncToDisk } from './copy-database.ts'
import { databaseFile, incomingOf, SIDE_FILES } from '../../data-files.ts'
import { holdInstanceLock } from './instance-lock.ts'
import { asOpenError, DatabaseOpenError } from '../../open-error.ts'
import { makePrivate } from '../../private-file.ts'
import { prepareRestore } from './prepare-restore.ts'
import { DATA_NAME } from '../../settings.ts'
import { clearSuspicion } from './suspicion.ts'

/** What may lie beside a database and is read with it. */
const LOGS = [...SIDE_FILES, '-journal']

/**
 * Puts a backup in the place of the shop of a data folder. The backup is copied beside the shop and checked there first;
 * then one rename replaces the shop: whatever happens before it, the shop is as it was.
 * @param carried what goes on from the shop that is replaced, as far as it can be read
 * @returns where the replaced file is kept; null where there was none
 * @throws CommerceError NotFound, Conflict
 * @throws DatabaseOpenError `busy` where a core has the folder open, `damaged` or `newer` for what the backup is
 */
export async function restore(
  dataDir: string,
  source: string,
  now: Date,
  carried: readonly CarryOver[],
): Promise<{ file: string; replaced: string | null }> {
  const file = databaseFile(dataDir)
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw notFound('restore.no-file', `There is no file ${source}.`)
  if (existsSync(file) && realpathSync(source) === realpathSync(file)) {
    throw conflict('restore.itself', `${source} is the shop itself.`)
  }
  // Before the folder is made: for what is no backup there is none afterwards where there was none.
  await requireDatabase(source)
  const release = await holdInstanceLock(dataDir)
  try {
    await prepareRestore(dataDir, source)
    await carryOver(dataDir, incomingOf(dataDir), carried, isUnreadableShop)
    return await putIncoming(dataDir, now)
  } finally {
    removeDatabase(incomingOf(dataDir))
    release()
  }
}

/** Removes the copy of a restore that was cut off, which is a whole shop. To be called by who has the folder to itself. */
export function clearRestore(dataDir: string): void {
  try {
    removeDatabase(incomingOf(dataDir))
  } catch {
    // Where the disk does not let it, the shop can be opened all the same.
  }
}

/**
 * Puts the copy in the place of the shop, which nobody has open: one rename, before which the shop is as it was.
 * @returns where the replaced file is kept; null where there was none
 * @throws DatabaseOpenError `busy` where somebody has it open after all
 */
export async function putIncoming(
  dataDir: string,
  now: Date,
): Promise<{ file: string; replaced: string | null }> {
  const file = databaseFile(dataDir)
  nameAnew(incomingOf(dataDir))
  const replaced = await asOpenError(file, async () => keepCurrent(file, now))
  renameSync(incomingOf(dataDir), file)
  syncToDisk(dataDir)
  clearSuspicion(dataDir)
  return { file, replaced }
}

/** Whoever has looked at what is replaced is told by it that this is something else. */
function nameAnew(copy: string): void {
  const file = new Sqlite(copy, { fileMustExist: true })
  try {
    file
      .prepare(
        'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run(DATA_NAME, newId())
  } finally {
    file.close()
  }
}

/**
 * Gives the current file a second name, which stays when the first is taken over; a log that was not folded in gets one, too, also where
 * the file that it belongs to is gone: beside the restored one it would be replayed into it.
 * @returns the name of the file; null where there is none
 */
function keepCurrent(file: string, now: Date): Promise<string | null> {
  const isThere = existsSync(file)
  if (isThere) foldIn(file)
  const kept = freeName(`${file}.replaced-${timestamp(now).replaceAll(':', '-')}`)
  if (isThere) keep(file, kept)
  for (const suffix of LOGS) {
    if (!existsSync(file + suffix)) continue
    keep(file + suffix, kept + suffix)
    rmSync(file + suffix)
  }
  return Promise.resolve(isThere ? kept : null)
}

/**
 * Makes the current file stand alone, so that what is kept is all of it. SQLite does so only where no other process has
 * it open; that is how one without the lock, such as another command, is noticed.
 */
function foldIn(path: string): void {
  // What is no database any more, SQLite would not fold in, but clear away with its log.
  if (!isSqliteFile(path)) return
  let file
  try {
    file = new Sqlite(path, { fileMustExist: true, timeout: 0 })
    file.pragma('journal_mode = delete')
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))) {
      throw new DatabaseOpenError('busy', path, `The database ${path} is in use by another program.`, error)
    }
    // Damaged, which may be why it is replaced: it is kept as it is.
  } finally {
    file?.close()
  }
}

function isSqliteFile(path: string): boolean {
  const header = Buffer.alloc(16)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, header)
  } finally {
    closeSync(descriptor)
  }
  return header.toString('latin1') === 'SQLite format 3\0'
}

/** A second name costs nothing; where the disk has no such thing, a copy. */
function keep(path: string, name: string): void {
  try {
    linkSync(path, name)
  } catch {
    makePrivate(name, path)
    copyFileSync(path, name)
    syncToDisk(name)
  }
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!['', ...LOGS].some((suffix) => existsSync(candidate + suffix))) return candidate
  }
}
