import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { checkIntegrity } from './integrity-check.ts'
import { isDatabaseDamaged } from '../../error-codes.ts'
import { SIDE_FILES } from '../../data-files.ts'
import { asOpenError, damagedError, DatabaseOpenError } from '../../open-error.ts'
import { makePrivate } from '../../private-file.ts'
import { readFile } from '../read-file.ts'
import { executedNames, requireKnownSchema } from '../schema-version.ts'
import { PAGE_CACHE } from '../connection.ts'

/** How long to wait for a write of another process, in milliseconds. */
const BUSY_TIMEOUT = 5000
/** Pages copied at a time; in between, whoever runs this can end it. */
const PAGES = 1000
/** Slices after which the copy is written out: a disk that takes all of it at the end would keep the shop waiting. */
const SLICES_A_SYNC = 4

/**
 * Copies a database, which may be in use, to one file that stands alone, is sound and is on disk when this resolves.
 * Where it fails, nothing is left of the copy.
 * @param source only read
 * @param target what is there is lost
 * @param like as `makePrivate` has it
 * @param onProgress is told how much of it is done, 0 to 1
 * @throws DatabaseOpenError for a source that is damaged, none of ours or of a newer version, and a target that
 *   cannot be written
 */
export async function copyDatabase(
  source: string,
  target: string,
  like: string | null,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  removeDatabase(target)
  try {
    await requireDatabase(source)
    await asOpenError(target, async () => {
      // It holds customers and digests of secrets: nobody else may read it, not for a moment.
      makePrivate(target, like)
      await transfer(source, target, (done) => onProgress(done / 2))
    })
    // Written a moment ago: what is broken in it was broken in the source.
    await requireSound(target, source, (done) => onProgress((1 + done) / 2)).catch((error: unknown) => {
      throw isDatabaseDamaged(error) ? damagedError(source, [], error) : error
    })
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

/**
 * That it can be read at all: a target is not begun for one that cannot.
 * @throws DatabaseOpenError `damaged` where it is none of ours, `newer` where a later version has written it
 */
export const requireDatabase = async (source: string): Promise<void> =>
  asOpenError(source, async () => {
    const file = new Sqlite(source, { fileMustExist: true, readonly: true, timeout: BUSY_TIMEOUT })
    try {
      if (executedNames(file).length === 0) {
        throw new DatabaseOpenError('damaged', source, `${source} is no database of Backcounter.`)
      }
      requireKnownSchema(file)
      await Promise.resolve()
    } finally {
      file.close()
    }
  })

async function transfer(source: string, target: string, onProgress: (done: number) => void): Promise<void> {
  const descriptor = openSync(target, 'r+')
  const file = new Sqlite(source, { fileMustExist: true, readonly: true, timeout: BUSY_TIMEOUT })
  let slices = 0
  try {
    file.pragma(`cache_size = -${PAGE_CACHE}`)
    // One state from the first page to the last: without it, every write meanwhile would begin the copy anew.
    file.exec('begin')
    file.prepare('select 1 from sqlite_master').get()
    await file.backup(target, {
      progress: ({ remainingPages, totalPages }) => {
        if (totalPages > 0) onProgress(1 - remainingPages / totalPages)
        if (++slices % SLICES_A_SYNC === 0) fsyncSync(descriptor)
        return PAGES
      },
    })
  } finally {
    file.close()
    closeSync(descriptor)
  }
  // One file that stands alone, without a log beside it.
  const copy = new Sqlite(target, { timeout: BUSY_TIMEOUT })
  try {
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
}

async function requireSound(
  target: string,
  source: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const faults = await readFile(target, async (reader) => checkIntegrity({ reader }, onProgress))
  if (faults.length > 0) {
    throw damagedError(source, faults)
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
