import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What SQLite finds wrong with the file: broken pages or indexes, rows that refer to nothing. Empty where it is sound. */
export async function checkFile({ reader }: Pick<Database, 'reader'>): Promise<string[]> {
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(reader)
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(reader)
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...references.rows.map((row) => `a row of ${row.table} refers to one of ${row.parent} that is not there`),
  ]
}
