import type { Engine } from '../engine.ts'
import type { ReferenceTables } from '../references.ts'
import { openSqliteFile } from './open.ts'

/**
 * Opens the database of a data folder for one piece of work, and makes it where there is none; a core may be running on
 * it meanwhile.
 */
export async function withDatabase<T>(
  dataDir: string,
  tables: ReferenceTables,
  work: (database: Engine) => Promise<T>,
): Promise<T> {
  const database = await openSqliteFile(dataDir, tables)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
