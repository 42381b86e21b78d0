import type { Database as SqliteFile } from 'better-sqlite3'
import { migrations } from '../schema/migrations/index.ts'
import { DatabaseOpenError } from '../open-error.ts'

/** The migrations a file has seen; none where it is no database of ours. */
export function executedNames(file: SqliteFile): string[] {
  const table = file.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get()
  return table ? file.prepare<[], string>('select name from kysely_migration').pluck().all() : []
}

/** Whether no migration is missing. */
export function isUpToDate(file: SqliteFile): boolean {
  const executed = new Set(executedNames(file))
  return Object.keys(migrations).every((name) => executed.has(name))
}

/** Whether nothing was ever written to it: no schema of ours nor of anybody else's. */
export const isBlank = (file: SqliteFile): boolean =>
  file.prepare('select 1 from sqlite_master').get() === undefined

/** @throws DatabaseOpenError `newer` where a later version of the program has migrated the file */
export function requireKnownSchema(file: SqliteFile): void {
  if (executedNames(file).some((name) => !(name in migrations))) throw newerError(file)
}

/** What a file that a later version has migrated is refused with. */
export const newerError = (file: SqliteFile, cause?: unknown): DatabaseOpenError =>
  new DatabaseOpenError(
    'newer',
    file.name,
    'This file was written by a newer version of Backcounter. Please update the program.',
    cause,
  )

/**
 * A database with tables but none of ours belongs to somebody else, and is left as it is.
 * @throws DatabaseOpenError `damaged`
 */
export function requireOwnFile(file: SqliteFile): void {
  const tables = file.prepare<[], string>('select name from sqlite_master').pluck().all()
  if (tables.length === 0 || tables.includes('kysely_migration')) return
  throw new DatabaseOpenError('damaged', file.name, `The file ${file.name} is not a database of Backcounter.`)
}
