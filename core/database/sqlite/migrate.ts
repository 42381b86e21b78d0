import type { Database as SqliteFile } from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../schema/migrations/index.ts'
import { isUpToDate, newerError, requireKnownSchema, requireOwnFile } from './schema-version.ts'
import type { Tables } from '../schema/tables.ts'

/**
 * Brings the schema up to date, all that is missing in one transaction: wherever it is interrupted, the file has the
 * schema it had, and the next start does it again.
 * @param keepCopy called before a file that already holds data is touched, with the name of the first migration it has
 *   not yet seen
 * @throws DatabaseOpenError `newer` where a later version of the program has migrated the file, `damaged` where it is the
 *   database of another program
 */
export async function migrate(
  db: Kysely<Tables>,
  file: SqliteFile,
  keepCopy: (before: string) => Promise<unknown>,
): Promise<void> {
  requireOwnFile(file)
  requireKnownSchema(file)
  // As at nearly every start: Kysely would look at all tables and their columns before it sees that.
  if (isUpToDate(file)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Promise.resolve(migrations) } })
  const known = await migrator.getMigrations().catch((error: unknown) => {
    throw newerError(file, error)
  })
  const pending = known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
  const [first] = pending
  if (first === undefined) return
  if (pending.length < known.length) await keepCopy(first)

  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error })
}
