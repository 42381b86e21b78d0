import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { transact, type WriteDb } from '../../core/database/database.ts'
import { openDatabase } from '../../core/database/open-database.ts'

/** A write beside the running core, as the commands of the command line do. */
export async function inDatabase<T>(dataDir: string, work: (db: WriteDb) => Promise<T>): Promise<T> {
  const database = await openDatabase(dataDir)
  try {
    return await transact(database, work)
  } finally {
    await database.close()
  }
}

/** The file itself, past everything that the core would keep anybody from. */
export function withFile<T>(dataDir: string, work: (file: SqliteFile) => T): T {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'))
  try {
    return work(file)
  } finally {
    file.close()
  }
}

/** Every row of every table, to compare before and after. Tokens are left out: asking for one is no change of data. */
export function dump(dataDir: string): Record<string, unknown[]> {
  return withFile(dataDir, (file) => {
    const tables = file.prepare<[], string>(`select name from sqlite_master where type = 'table' order by name`).pluck()
    return Object.fromEntries(
      tables
        .all()
        .filter((table) => table !== 'access_tokens')
        .map((table) => [table, file.prepare(`select * from "${table}"`).all()]),
    )
  })
}

/** Which tables differ, and by how many rows: readable where two dumps of a shop are not the same. */
export function changesBetween(before: Record<string, unknown[]>, after: Record<string, unknown[]>): string[] {
  return Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]))
}
