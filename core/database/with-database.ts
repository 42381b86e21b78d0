import { openDatabase } from './open-database.ts'
import type { Database } from './database.ts'

/** Opens the database of a data folder for one piece of work; a core may be running on it meanwhile. */
export async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
