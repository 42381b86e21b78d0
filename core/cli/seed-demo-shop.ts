import type { EngineLocation } from '../database/engine.ts'
import { withEngine } from '../engines.ts'
import { seedFirst } from '../demo/seed-first.ts'
import { systemClock } from '../kernel/clock.ts'

/** Makes the demo shops where there is no shop yet; a shop that is there is left alone. */
export async function seedDemoShop(location: EngineLocation): Promise<void> {
  await withEngine(location, async (database) => seedFirst(database, systemClock()))
}
