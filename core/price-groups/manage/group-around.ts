import type { ReadDb } from '../../database/engine.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import type { TaxRateRecord } from '../../tax-rates/tax-rate-record.ts'
import { taxRatesOf } from '../../tax-rates/tax-rate.repository.ts'
import { readHeldRecords, type NamedRecord } from '../held-records.repository.ts'
import type { GroupRecord } from './group-record.ts'
import { groupRecordsOf } from './group-record.repository.ts'

/** What price groups of a store refer to. */
export interface GroupAround {
  readonly store: StoreRecord
  /** As they were before; by their ids. */
  readonly groups: ReadonlyMap<string, GroupRecord>
  /** Retired ones too. */
  readonly taxRates: ReadonlyMap<string, TaxRateRecord>
  /** What criteria name, by its id. */
  readonly held: ReadonlyMap<string, NamedRecord>
}

export async function readAround(db: ReadDb, storeId: string): Promise<GroupAround> {
  return {
    store: await getStore(db, storeId),
    groups: await groupRecordsOf(db, storeId),
    taxRates: await taxRatesOf(db, storeId),
    held: await readHeldRecords(db, storeId),
  }
}
