import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { Handle } from '../handle.ts'
import { PAGE_CACHE, SqliteConnection, sqliteCompiling } from './connection.ts'

/** Reads a database that is not the one being served, and closes it again. */
export async function readFile<T>(
  path: string,
  work: (reader: Handle, file: SqliteFile) => Promise<T>,
): Promise<T> {
  const file = new Sqlite(path, { fileMustExist: true, readonly: true })
  file.pragma(`cache_size = -${PAGE_CACHE}`)
  try {
    return await work(new Handle(sqliteCompiling, new SqliteConnection(file)), file)
  } finally {
    file.close()
  }
}
