import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDatabaseDamaged, isDiskFull, isRefused, isUnreachable } from './error-codes.ts'

/** Why a database could not be opened; the shell turns it into a dialog, the command line into a line of text. */
export type DatabaseOpenCode =
  /** Another Backcounter holds this data folder. */
  | 'busy'
  /** The file is not a database, or its pages are broken. */
  | 'damaged'
  /** A newer Backcounter has migrated it. */
  | 'newer'
  /** The folder or the file cannot be written, or not even be read. */
  | 'unwritable'
  /** The server cannot be reached, or does not let us in. */
  | 'unreachable'
  /** What a desk has kept of where its shop is cannot be read. */
  | 'settings'

export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
  readonly code: DatabaseOpenCode
  /** Such as the path of the file, or the name of the database and its server. */
  readonly file: string
  /** Whether it may be over by itself, as when a server is started later than its desks. */
  readonly mayPass: boolean

  constructor(code: DatabaseOpenCode, file: string, message: string, cause?: unknown, mayPass = false) {
    super(message, { cause })
    this.code = code
    this.file = file
    this.mayPass = mayPass
  }
}

/** How many faults a sentence names. */
const NAMED_FAULTS = 3

/** @param faults what SQLite found, where it has been asked */
export function damagedError(file: string, faults: readonly string[], cause?: unknown): DatabaseOpenError {
  const named = faults.slice(0, NAMED_FAULTS).join('; ')
  const more = faults.length > NAMED_FAULTS ? ` and ${faults.length - NAMED_FAULTS} more` : ''
  const text = `The database ${file} is damaged${named && `: ${named}${more}`}.`
  return new DatabaseOpenError('damaged', file, text, cause)
}

/** Translates what SQLite, a server and the file system say, by code, into what a person can act on. */
export async function asOpenError<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error
    const code = String((error as { code?: unknown }).code)
    if (isDatabaseDamaged(error)) {
      throw damagedError(file, [], error)
    }
    if (isUnreachable(error)) {
      throw new DatabaseOpenError('unreachable', file, `The database ${file} cannot be reached.`, error, true)
    }
    if (isRefused(error)) {
      const text = `The database ${file} does not let this user make its tables, or change them.`
      throw new DatabaseOpenError('unreachable', file, text, error)
    }
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
      throw new DatabaseOpenError('busy', file, `The database ${file} is in use by another program.`, error)
    }
    if (
      /^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM|FULL)|EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EEXIST|ENOENT)/.test(
        code,
      )
    ) {
      const text = `The database ${file} cannot be opened or written: ${reasonOf(file, error as Error)}.`
      throw new DatabaseOpenError('unwritable', file, text, error)
    }
    throw error
  }
}

/** What SQLite needs at least to open a file, in bytes. */
const LEAST_SPACE = 64 * 1024

function reasonOf(file: string, error: Error): string {
  if (isOnlyRead(file)) {
    return 'nothing can be written to its folder, which SQLite has to even to read it; a copy in a folder that can be written to opens'
  }
  // Where no space is left SQLite often says no more than that it failed.
  const isUnclear = /^SQLITE_(IOERR|CANTOPEN)/.test(String((error as { code?: unknown }).code))
  const isFull = isDiskFull(error) || (isUnclear && spaceBeside(file) < LEAST_SPACE)
  return isFull ? 'there is no space left on its disk' : error.message
}

/** Whether a file is there, and may be read, in a folder of which no more than that is let do. */
function isOnlyRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    return false
  }
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch {
    return true
  }
}

/** @returns infinite where the system does not say */
function spaceBeside(file: string): number {
  try {
    const { bavail, blocks, bsize } = statfsSync(dirname(file))
    return blocks === 0 ? Infinity : bavail * bsize
  } catch {
    return Infinity
  }
}
