import Sqlite from 'better-sqlite3'

/** Loads the native part of SQLite into this thread, which else comes with the first file that it opens. */
export const loadSqlite = (): void => void new Sqlite(':memory:').close()
