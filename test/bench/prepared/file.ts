import Sqlite, { type Database } from 'better-sqlite3'
import { databaseFile } from '../../../core/database/data-files.ts'

/** Opens the file of a core beside it, to write rows that no request writes, or to choose rows to ask for. */
export function openShopFile(dataDir: string): Database {
  const db = new Sqlite(databaseFile(dataDir))
  db.pragma('foreign_keys = on')
  return db
}

/** Adds rows to tables by the names of their columns. */
export function rowAdder(db: Database): (table: string, row: Record<string, string | number | null>) => void {
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  return (table, row) => {
    let statement = statements.get(table)
    if (!statement) {
      const columns = Object.keys(row)
      const values = columns.map((column) => `:${column}`)
      statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`)
      statements.set(table, statement)
    }
    statement.run(row)
  }
}

/** The store that is measured. */
export const STORE = 'harbour'

/** What rows of the store refer to. */
export function readStore(db: Database): { id: string; cultures: string[] } {
  const id = db.prepare<[string], string>('select id from stores where code = ?').pluck().get(STORE)
  if (id === undefined) throw new Error(`The demo has no store ${STORE}.`)
  const cultures = db
    .prepare<[string], string>('select culture_code from store_cultures where store_id = ? order by position')
    .pluck()
    .all(id)
  return { id, cultures }
}
