import { sql } from 'kysely'
import type { ReadDb } from '../database/database.ts'
import { fetchSlice, type Page, type Slice } from '../database/keyset.ts'
import { remembered } from '../database/remembered.ts'
import { pickText } from '../kernel/culture.ts'
import { badRequest, type CommerceError } from '../kernel/errors.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { Facts } from './criteria/index.ts'
import { readCriteria } from './criteria.repository.ts'
import { evaluate } from './evaluation.ts'
import { MAX_DEPTH, type PriceGroupRecord } from './price-group.ts'
import type { PriceGroup } from './price-group.schema.ts'

export const findPriceGroup = remembered(
  async (db, storeId: string, id: string): Promise<PriceGroupRecord | undefined> => {
    const rows = await db
      .withRecursive('chain', (start) =>
        start
          .selectFrom('price_groups as own')
          .select([
            'own.id',
            'own.currency_id',
            'own.base_price_group_id',
            'own.tax_rate_ppm',
            sql<number>`0`.as('depth'),
          ])
          .where('own.id', '=', id)
          .where('own.store_id', '=', storeId)
          .unionAll(
            start
              .selectFrom('chain')
              .innerJoin('price_groups as base', 'base.id', 'chain.base_price_group_id')
              .select([
                'base.id',
                'base.currency_id',
                'base.base_price_group_id',
                'base.tax_rate_ppm',
                sql<number>`chain.depth + 1`.as('depth'),
              ])
              .where('chain.depth', '<', MAX_DEPTH),
          ),
      )
      .selectFrom('chain')
      .innerJoin('currencies as currency', 'currency.id', 'chain.currency_id')
      .select(['chain.id', 'chain.tax_rate_ppm', 'currency.id as currency_id', 'currency.iso_code'])
      .orderBy('chain.depth')
      .execute()
    const own = rows[0]
    if (!own) return undefined
    return {
      id: own.id,
      currency: { id: own.currency_id, isoCode: own.iso_code },
      taxRate: rows.find((row) => row.tax_rate_ppm !== null)?.tax_rate_ppm ?? null,
      chain: rows.map((row) => row.id),
    }
  },
)

/** @param refusal NotFound where the contract says so (section 7, shipping), otherwise BadRequest */
export async function getPriceGroup(
  db: ReadDb,
  storeId: string,
  id: string,
  refusal: (code: string, text: string, field: string) => CommerceError = badRequest,
): Promise<PriceGroupRecord> {
  const group = await findPriceGroup(db, storeId, id)
  if (!group) throw refusal('price-group.not-found', 'there is no such price group', 'priceGroupId')
  return group
}

interface PriceGroupFilter {
  readonly culture: string
  /** Only groups that sell in it. */
  readonly currencyId?: string | undefined
  /** Only groups that are valid for a sale; without it nothing is checked. */
  readonly facts?: Facts | undefined
}

/** The price groups of a store, higher priority first, named in the culture. */
export async function listPriceGroups(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, currencyId, facts }: PriceGroupFilter,
): Promise<Slice<PriceGroup>> {
  let query = db
    .selectFrom('price_groups as price_group')
    .select(['price_group.id', 'price_group.priority'])
    .where('price_group.store_id', '=', store.id)
  if (currencyId !== undefined) query = query.where('price_group.currency_id', '=', currencyId)
  if (facts) {
    // Criteria are matched here and not by the database.
    const valid = await validGroups(db, store.id, facts)
    if (valid.length === 0) return { rows: [], next: undefined }
    query = query.where('price_group.id', 'in', valid)
  }
  const { rows: kept, next } = await fetchSlice(query, page, 'desc', {
    'price_group.priority': (row) => row.priority,
    'price_group.id': (row) => row.id,
  })
  const nameOf = await priceGroupNames(
    db,
    store,
    kept.map((row) => row.id),
    culture,
  )
  return { rows: kept.map(({ id }) => ({ id, name: nameOf(id) })), next }
}

/** The ids of all groups of a store whose criteria hold. */
async function validGroups(db: ReadDb, storeId: string, facts: Facts): Promise<string[]> {
  const chains = await readChains(db, storeId)
  const criteria = await readCriteria(db, storeId)
  return chains
    .filter((chain) => evaluate(chain, criteria, facts).valid)
    .flatMap((chain) => chain.slice(0, 1))
}

/** Each group of a store with what it derives from. */
const readChains = remembered(async (db, storeId: string): Promise<readonly (readonly string[])[]> => {
  const groups = await db
    .selectFrom('price_groups')
    .select(['id', 'base_price_group_id'])
    .where('store_id', '=', storeId)
    .execute()
  const bases = new Map(groups.map((group) => [group.id, group.base_price_group_id]))
  return groups.map(({ id }) => chainOf(id, bases))
})

function chainOf(id: string, bases: ReadonlyMap<string, string | null>): string[] {
  const chain = [id]
  for (let base = bases.get(id); base && chain.length <= MAX_DEPTH; base = bases.get(base)) chain.push(base)
  return chain
}

/** The names of price groups in a culture. */
export async function priceGroupNames(
  db: ReadDb,
  store: StoreRecord,
  ids: readonly string[],
  culture: string,
): Promise<(id: string) => string> {
  if (ids.length === 0) return (id) => id
  const texts = await db
    .selectFrom('price_group_names')
    .selectAll()
    .where('price_group_id', 'in', ids)
    .execute()
  const byGroup = Map.groupBy(texts, (text) => text.price_group_id)
  return (id) => pickText(byGroup.get(id) ?? [], culture, store.defaultCulture)?.name ?? id
}
