import type { ReadDb } from '../database/engine.ts'
import { cached } from '../database/cache.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { Facts } from './criteria/index.ts'
import type { CriteriaByGroup } from './evaluation.ts'

/** The criteria of all price groups of a store. */
export const readCriteria = async (db: ReadDb, storeId: string): Promise<CriteriaByGroup> =>
  (await criteriaOf(db, storeId)).byGroup

const criteriaOf = cached(async (db, storeId: string): Promise<{ readonly byGroup: CriteriaByGroup }> => {
  const rows = await db
    .selectFrom('price_group_criteria as criterion')
    .innerJoin('price_groups as price_group', 'price_group.id', 'criterion.price_group_id')
    .leftJoin('price_group_criterion_values as value', 'value.criterion_id', 'criterion.id')
    .select(['criterion.id', 'criterion.price_group_id', 'criterion.kind', 'value.name', 'value.value'])
    .where('price_group.store_id', '=', storeId)
    .orderBy('criterion.id')
    .orderBy('value.name')
    .orderBy('value.value')
    .execute()

  const criteria = [...Map.groupBy(rows, (row) => row.id).values()].flatMap((values) => {
    const [first] = values
    if (!first) return []
    const parameters: Record<string, string[]> = {}
    for (const { name, value } of values) {
      if (name !== null && value !== null) (parameters[name] ??= []).push(value)
    }
    return [{ priceGroupId: first.price_group_id, kind: first.kind, parameters }]
  })
  return { byGroup: Map.groupBy(criteria, ({ priceGroupId }) => priceGroupId) }
})

/** What the filters of a request say, with the groups and the organization that its customer belongs to. */
export async function gatherFacts(
  db: ReadDb,
  store: StoreRecord,
  properties: ReadonlyMap<string, string>,
  now: Date,
): Promise<Facts> {
  const customerGroups = new Set([properties.get('customerGroup')].filter((id) => id !== undefined))
  const organizations = new Set([properties.get('organization')].filter((id) => id !== undefined))
  const customerId = properties.get('customer')
  if (customerId !== undefined) {
    const rows = await db
      .selectFrom('customers as customer')
      .leftJoin('customer_group_members as member', 'member.customer_id', 'customer.id')
      .select(['customer.organization_id', 'member.customer_group_id'])
      .where('customer.id', '=', customerId)
      .where('customer.store_id', '=', store.id)
      .execute()
    for (const row of rows) {
      if (row.customer_group_id !== null) customerGroups.add(row.customer_group_id)
      if (row.organization_id !== null) organizations.add(row.organization_id)
    }
  }
  return { now, timeZone: store.timeZone, customerGroups, organizations, properties }
}
