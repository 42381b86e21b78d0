import { cached } from '../database/cache.ts'
import type { ReadDb } from '../database/engine.ts'
import type { HeldRecord } from './criteria/index.ts'

/** A record that a criterion may name. */
export interface NamedRecord {
  readonly holds: HeldRecord
  readonly name: string
}

type Named = readonly { readonly id: string; readonly name: string }[]

const ofTable =
  (table: 'customer_groups' | 'organizations') =>
  async (db: ReadDb, storeId: string): Promise<Named> =>
    db.selectFrom(table).select(['id', 'name']).where('store_id', '=', storeId).execute()

const readers: Readonly<Record<HeldRecord, (db: ReadDb, storeId: string) => Promise<Named>>> = {
  'customer-group': ofTable('customer_groups'),
  organization: ofTable('organizations'),
}

/** All that criteria of a store may name, by its id. */
export const readHeldRecords = async (
  db: ReadDb,
  storeId: string,
): Promise<ReadonlyMap<string, NamedRecord>> => (await heldRecords(db, storeId)).byId

const heldRecords = cached(
  async (db, storeId: string): Promise<{ readonly byId: ReadonlyMap<string, NamedRecord> }> => {
    const byId = new Map<string, NamedRecord>()
    for (const [holds, read] of Object.entries(readers) as [HeldRecord, (typeof readers)[HeldRecord]][])
      for (const { id, name } of await read(db, storeId)) byId.set(id, { holds, name })
    return { byId }
  },
)
