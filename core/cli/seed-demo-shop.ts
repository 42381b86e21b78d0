import { withDatabase } from '../database/sqlite/with-database.ts'
import { seedFirst } from '../demo/seed-first.ts'
import { systemClock } from '../kernel/clock.ts'

/** Makes the demo shops where a data folder has no shop yet; a shop that is there is left alone. */
export async function seedDemoShop(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (database) => seedFirst(database, systemClock()))
}
