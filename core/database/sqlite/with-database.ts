import { openSqliteFile } from './open.ts'
import type { Engine } from '../engine.ts'
import { requireShop } from './require-shop.ts'

/**
 * Opens the database of a data folder for one piece of work, and makes it where there is none; a core may be running on
 * it meanwhile.
 */
export async function withDatabase<T>(dataDir: string, work: (database: Engine) => Promise<T>): Promise<T> {
  const database = await openSqliteFile(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * The same on a shop that has to be there.
 * @throws CommerceError NotFound where the folder holds none
 */
export async function withShop<T>(dataDir: string, work: (database: Engine) => Promise<T>): Promise<T> {
  await requireShop(dataDir)
  return withDatabase(dataDir, work)
}
