import { rmSync } from 'node:fs'
import type { Database as SqliteFile } from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { DatabaseOpenError } from './open-error.ts'
import { makePrivate } from './private-file.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the schema up to date, each migration in a transaction. A file that already holds data is copied first,
 * beside itself, under the name of the migration it has not yet seen.
 * @throws DatabaseOpenError `newer` where a later version of the program has migrated the file, `damaged` where it is the
 *   database of another program
 */
export async function migrate(db: Kysely<Tables>, file: SqliteFile): Promise<void> {
  requireOwnFile(file)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Promise.resolve(migrations) } })
  const known = await migrator.getMigrations().catch((error: unknown) => {
    throw new DatabaseOpenError('newer', file.name, newerText, error)
  })
  const pending = known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
  requireKnownSchema(file)
  if (pending.length === 0) return
  if (pending.length < known.length) await backUp(file, `${file.name}.before-${pending[0] ?? ''}`)

  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error })
}

/** @throws DatabaseOpenError `newer` where a later version of the program has migrated the file */
export function requireKnownSchema(file: SqliteFile): void {
  if (executedNames(file).some((name) => !(name in migrations))) {
    throw new DatabaseOpenError('newer', file.name, newerText)
  }
}

const newerText = 'This file was written by a newer version of Backcounter. Please update the program.'

/** A database with tables but none of ours belongs to somebody else, and is left as it is. */
function requireOwnFile(file: SqliteFile): void {
  const tables = file.prepare<[], string>('select name from sqlite_master').pluck().all()
  if (tables.length === 0 || tables.includes('kysely_migration')) return
  throw new DatabaseOpenError('damaged', file.name, `The file ${file.name} is not a database of Backcounter.`)
}

/** The migrations a file has seen; none where it is no database of ours. */
export function executedNames(file: SqliteFile): string[] {
  const table = file.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get()
  return table ? file.prepare<[], string>('select name from kysely_migration').pluck().all() : []
}

async function backUp(file: SqliteFile, target: string): Promise<void> {
  rmSync(target, { force: true })
  // Made before it is filled: at no moment may others on this machine read it.
  makePrivate(target)
  await file.backup(target)
}
