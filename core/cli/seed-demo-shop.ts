import { read, transact } from '../database/database.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { systemClock } from '../kernel/clock.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import { withDatabase } from './with-database.ts'

/** Makes the demo shops where a data folder has no shop yet; a shop that is there is left alone. */
export async function seedDemoShop(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (database) => {
    if (await read(database, findFirstStore)) return
    await transact(database, async (db) => seedDemo(db, systemClock()))
  })
}
