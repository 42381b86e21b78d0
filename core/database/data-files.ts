import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The one file that is a shop. While it is open, SQLite keeps what it has not yet folded in beside it. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'backcounter.sqlite')

/** The copy of a backup that is to take the place of the shop, beside it. */
export const incomingOf = (dataDir: string): string => `${databaseFile(dataDir)}.restoring`

/** Whoever holds it is the one core of the folder. */
export const lockFile = (dataDir: string): string => join(dataDir, 'backcounter.lock')

export const logFileOf = (dataDir: string): string => join(dataDir, 'backcounter.log')

export const SIDE_FILES = ['-wal', '-shm'] as const

/** Bytes of the database and of what is not folded in yet. */
export const bytesOf = (dataDir: string): number =>
  ['', '-wal']
    .map((suffix) => statSync(databaseFile(dataDir) + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)

/** Whether something is not yet folded in: where nobody has the file open, its last user was cut off. */
export const hasLog = (dataDir: string): boolean =>
  (statSync(`${databaseFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
