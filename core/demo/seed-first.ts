import type { Engine } from '../database/engine.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import { seedDemo } from './seed-demo.ts'

/**
 * Makes the demo shops where there is no shop yet; one that is there is left alone.
 * @returns the codes of the shops it has made
 */
export async function seedFirst(database: Engine, now: Date): Promise<string[]> {
  // Looked at first: where there is a shop, nobody has to wait for whoever writes.
  if (await database.read(findFirstStore)) return []
  return database.transact(async (db) => ((await findFirstStore(db)) ? [] : seedDemo(db, now)))
}
