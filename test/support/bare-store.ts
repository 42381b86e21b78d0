import type { WriteDb } from '../../core/database/engine.ts'
import { insertRow } from '../../core/database/queries/prepared.ts'

/** Adds a store of which nothing is known but its id: its code and name are the same. */
export const addStore = async (db: WriteDb, id: string): Promise<void> =>
  insertRow(db, 'stores', {
    id,
    code: id,
    name: id,
    description: null,
    time_zone: 'Europe/London',
    default_culture_code: 'en-GB',
    default_country_id: null,
    version: 1,
    lock_after_minutes: 10,
    keeps_stock: 0,
    begins_with_walk_in: 0,
  })
