import type { ReadDb } from '../../database/engine.ts'
import { cached } from '../../database/cache.ts'

/** A customer group, or an organization: what customers belong to. */
export interface Circle {
  readonly id: string
  readonly kind: 'group' | 'organization'
  readonly name: string
  readonly isRetired: boolean
}

/** The customer groups and organizations of a store, by their ids. */
const circlesOf = cached(
  async (db, storeId: string): Promise<{ readonly byId: ReadonlyMap<string, Circle> }> => {
    const columns = ['id', 'name', 'is_retired'] as const
    const groups = await db
      .selectFrom('customer_groups')
      .select(columns)
      .where('store_id', '=', storeId)
      .execute()
    const organizations = await db
      .selectFrom('organizations')
      .select(columns)
      .where('store_id', '=', storeId)
      .execute()
    const circle =
      (kind: Circle['kind']) =>
      ({ id, is_retired, name }: (typeof groups)[number]): [string, Circle] => [
        id,
        { id, kind, name, isRetired: is_retired === 1 },
      ]
    return { byId: new Map([...groups.map(circle('group')), ...organizations.map(circle('organization'))]) }
  },
)

export const readCircles = async (db: ReadDb, storeId: string): Promise<ReadonlyMap<string, Circle>> =>
  (await circlesOf(db, storeId)).byId
