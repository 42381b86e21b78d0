import type { ReadDb } from '../../database/engine.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import type { TaxRateRecord } from '../../tax-rates/tax-rate-record.ts'
import { taxRatesOf } from '../../tax-rates/tax-rate.repository.ts'
import type { HeldRecord } from '../criteria/index.ts'
import type { GroupRecord } from './group-record.ts'
import { groupRecordsOf } from './group-record.repository.ts'

/** A customer group or an organization. */
export interface Circle {
  readonly noun: HeldRecord
  readonly name: string
}

/** What price groups of a store refer to. */
export interface GroupAround {
  readonly store: StoreRecord
  /** As they were before; by their ids. */
  readonly groups: ReadonlyMap<string, GroupRecord>
  /** Retired ones too. */
  readonly taxRates: ReadonlyMap<string, TaxRateRecord>
  /** Customer groups and organizations by their ids. */
  readonly names: ReadonlyMap<string, Circle>
}

export async function readAround(db: ReadDb, storeId: string): Promise<GroupAround> {
  const groups = await db
    .selectFrom('customer_groups')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .execute()
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .execute()
  return {
    store: await getStore(db, storeId),
    groups: await groupRecordsOf(db, storeId),
    taxRates: await taxRatesOf(db, storeId),
    names: new Map([
      ...groups.map(({ id, name }): [string, Circle] => [id, { noun: 'customer-group', name }]),
      ...organizations.map(({ id, name }): [string, Circle] => [id, { noun: 'organization', name }]),
    ]),
  }
}
