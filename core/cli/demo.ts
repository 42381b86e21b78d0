import { transact } from '../database/database.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Output } from './output.ts'
import { withDatabase } from './with-database.ts'

export async function demo(dataDir: string, _options: { orders?: number }, to: Output): Promise<number> {
  return withDatabase(dataDir, async (database) => {
    const stores = await transact(database, async (db) => seedDemo(db, systemClock()))
    to.result({ stores }, stores.length > 0 ? `Made ${stores.join(' and ')}.` : 'The demo shops are there already.')
    return 0
  })
}
