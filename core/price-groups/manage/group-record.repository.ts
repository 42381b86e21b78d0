import { cached, nonEmpty } from '../../database/cache.ts'
import { isDelivered } from '../../database/queries/is-delivered.ts'
import type { ReadDb } from '../../database/engine.ts'
import { insertRows } from '../../database/queries/prepared.ts'
import { lockRows } from '../../database/queries/lock-rows.ts'
import { pickText } from '../../kernel/culture.ts'
import { newId } from '../../kernel/ids.ts'
import { part, recordRows, type Part } from '../../records/record-rows.ts'
import { textsOf } from '../../records/texts.ts'
import { readCriteria } from '../criteria.repository.ts'
import type { GroupRecord } from './group-record.ts'

/** The price groups of a store by their ids, in the order of their list, retired ones too. */
export const groupRecordsOf = async (
  db: ReadDb,
  storeId: string,
): Promise<ReadonlyMap<string, GroupRecord>> =>
  new Map(((await groupsOf(db, storeId)) ?? []).map((group) => [group.id, group]))

const groupsOf = cached(async (db, storeId: string) => {
  const groups = await db
    .selectFrom('price_groups as own')
    .innerJoin('currencies as currency', 'currency.id', 'own.currency_id')
    .leftJoin('tax_rates as rate', 'rate.id', 'own.tax_rate_id')
    .selectAll('own')
    .select(['currency.iso_code', 'rate.rate_ppm'])
    .where('own.store_id', '=', storeId)
    .orderBy('own.priority', 'desc')
    .orderBy('own.id')
    .execute()
  const names = await db
    .selectFrom('price_group_names as text')
    .innerJoin('price_groups as own', 'own.id', 'text.price_group_id')
    .selectAll('text')
    .where('own.store_id', '=', storeId)
    .execute()
  const namesOf = Map.groupBy(names, (text) => text.price_group_id)
  const criteria = await readCriteria(db, storeId)
  return nonEmpty(
    groups.map((row): GroupRecord => ({
      id: row.id,
      version: row.version,
      names: textsOf(namesOf.get(row.id), ({ name }) => name),
      currency: { id: row.currency_id, isoCode: row.iso_code },
      baseId: row.base_price_group_id,
      priority: row.priority,
      taxRate: row.rate_ppm ?? row.tax_rate_ppm,
      taxRateId: row.tax_rate_id,
      criteria: (criteria.get(row.id) ?? []).map(({ kind, parameters }) => ({ kind, parameters })),
      state: row.state,
    })),
  )
})

const criteriaPart: Part<GroupRecord> = {
  rows: ({ criteria }) => criteria,
  insert: async (db, groups) => {
    const made = groups.flatMap(({ id, criteria, criterionIds }) =>
      criteria.map((criterion, index) => ({
        ...criterion,
        id: criterionIds?.[index] ?? newId(),
        priceGroupId: id,
      })),
    )
    await insertRows(
      db,
      'price_group_criteria',
      made.map(({ id, kind, priceGroupId }) => ({ id, price_group_id: priceGroupId, kind })),
    )
    await insertRows(
      db,
      'price_group_criterion_values',
      made.flatMap(({ id, parameters }) =>
        Object.entries(parameters).flatMap(([name, values]) =>
          values.map((value) => ({ criterion_id: id, name, value })),
        ),
      ),
    )
  },
  delete: async (db, ids) => {
    const criteria = db.selectFrom('price_group_criteria').select('id').where('price_group_id', 'in', ids)
    await db.deleteFrom('price_group_criterion_values').where('criterion_id', 'in', criteria).execute()
    await db.deleteFrom('price_group_criteria').where('price_group_id', 'in', ids).execute()
  },
}

export const groupRows = recordRows(
  'price_groups',
  ({ baseId, currency, priority, state, taxRate, taxRateId }: GroupRecord) => ({
    currency_id: currency.id,
    base_price_group_id: baseId,
    priority,
    tax_rate_ppm: taxRate,
    tax_rate_id: taxRateId,
    state,
  }),
  [
    part('price_group_names', 'price_group_id', ({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ price_group_id: id, culture_code, name })),
    ),
    criteriaPart,
  ],
)

/** What of a group those that derive from it rest on. */
export interface HeldGroup extends Pick<GroupRecord, 'baseId' | 'state'> {
  readonly currencyId: string
}

/**
 * The groups of a store by their ids, as they are now; until this write ends nobody else makes one derive from another,
 * gives it another currency or retires it.
 */
export async function holdGroups(db: ReadDb, storeId: string): Promise<ReadonlyMap<string, HeldGroup>> {
  const rows = await db
    .selectFrom('price_groups')
    .select(['id', 'base_price_group_id as baseId', 'currency_id as currencyId', 'state'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, ...group }) => [id, group]))
}

/** Nobody else makes a group derive from this one until this write ends. */
export const holdGroup = async (db: ReadDb, id: string) => lockRows(db, 'price_groups', [id])

/** What a group is called in the store's language that derives from one, and is offered; undefined where none does. */
export async function findDerivedGroup(db: ReadDb, baseId: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('price_groups as own')
    .innerJoin('stores as store', 'store.id', 'own.store_id')
    .leftJoin('price_group_names as text', 'text.price_group_id', 'own.id')
    .select(['own.id', 'store.default_culture_code as culture', 'text.culture_code', 'text.name'])
    .where('own.base_price_group_id', '=', baseId)
    .where('own.state', '=', 'active')
    .orderBy('own.id')
    .orderBy('text.culture_code')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const names = rows.flatMap(({ culture_code, id, name }) =>
    id === first.id && culture_code !== null ? [{ culture_code, name }] : [],
  )
  return pickText(names, first.culture, first.culture)?.name ?? first.id
}

/** What there is in a price group: its own prices and fees, and what has been sold in it. */
const uses = [
  'prices',
  'shipping_method_prices',
  'payment_method_fees',
  'campaign_price_groups',
  'cart_lines',
  'order_lines',
] as const

/** Whether anything refers to a price group beside groups on offer that derive from it. */
export async function isGroupUsed(db: ReadDb, id: string): Promise<boolean> {
  const retired = db.selectFrom('price_groups').select('id').where('base_price_group_id', '=', id)
  if (await retired.limit(1).executeTakeFirst()) return true
  for (const table of uses) {
    const rows = db.selectFrom(table).select('price_group_id').where('price_group_id', '=', id)
    if (await rows.limit(1).executeTakeFirst()) return true
  }
  if (await isDelivered(db, 'shipping_price_group_id', id)) return true
  const carts = db.selectFrom('carts').select('id').where('reasoned_price_group_id', '=', id)
  return (await carts.limit(1).executeTakeFirst()) !== undefined
}
