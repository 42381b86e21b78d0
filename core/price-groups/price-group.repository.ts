import { sql } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { sliceOf, type Page, type Slice } from '../database/queries/keyset.ts'
import { cached, nonEmpty } from '../database/cache.ts'
import { pickText } from '../kernel/culture.ts'
import { badRequest, said, type CommerceError } from '../kernel/errors.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import type { Facts } from './criteria/index.ts'
import { readCriteria } from './criteria.repository.ts'
import { validGroups } from './evaluation.ts'
import { MAX_DEPTH, type PriceGroupRecord } from './price-group.ts'
import type { PriceGroup } from './price-group.schema.ts'

export const findPriceGroup = cached(
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
            'own.tax_rate_id',
            'own.state',
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
                'base.tax_rate_id',
                'base.state',
                sql<number>`chain.depth + 1`.as('depth'),
              ])
              .where('chain.depth', '<', MAX_DEPTH),
          ),
      )
      .selectFrom('chain')
      .innerJoin('currencies as currency', 'currency.id', 'chain.currency_id')
      .leftJoin('tax_rates as rate', 'rate.id', 'chain.tax_rate_id')
      .select(['chain.id', 'chain.state', 'currency.id as currency_id', 'currency.iso_code'])
      .select(({ fn, ref }) =>
        fn.coalesce(ref('rate.rate_ppm'), ref('chain.tax_rate_ppm')).as('tax_rate_ppm'),
      )
      .orderBy('chain.depth')
      .execute()
    const own = rows[0]
    if (!own) return undefined
    const taxed = rows.find((row) => row.tax_rate_ppm !== null)
    return {
      id: own.id,
      currency: { id: own.currency_id, isoCode: own.iso_code },
      taxRate: taxed?.tax_rate_ppm ?? null,
      taxRateOf: taxed?.id ?? null,
      chain: rows.map((row) => row.id),
      isRetired: own.state === 'retired',
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

/** The same of what is sold from now on: one that is retired is there for what it was sold for alone. */
export async function getOfferedPriceGroup(
  db: ReadDb,
  storeId: string,
  id: string,
): Promise<PriceGroupRecord> {
  const group = await getPriceGroup(db, storeId, id)
  if (!group.isRetired) return group
  const store = await getStore(db, storeId)
  const name = (await priceGroupNames(db, store, store.defaultCulture))(id)
  const text = said`${{ name }} is offered no more: choose another price group`
  throw badRequest('price-group.retired', text, 'priceGroupId')
}

interface PriceGroupFilter {
  readonly culture: string
  /** Only groups that sell in it. */
  readonly currencyId?: string | undefined
  /** Only groups that are valid for a sale; without it nothing is checked. */
  readonly facts?: Facts | undefined
}

/** A price group as it is listed. */
export interface ListedPriceGroup {
  readonly id: string
  readonly currency_id: string
  readonly priority: number
  readonly isRetired: boolean
  /** The group itself, then what it derives from, nearest first. */
  readonly chain: readonly string[]
}

/** The price groups of a store in the order of {@link pageOfGroups}, named in the culture. */
export async function listPriceGroups(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, currencyId, facts }: PriceGroupFilter,
): Promise<Slice<PriceGroup>> {
  const ofCurrency = await priceGroupsOf(db, store.id, currencyId)
  const listed = facts ? validGroups(ofCurrency, await readCriteria(db, store.id), facts) : ofCurrency
  const { rows, next } = pageOfGroups(listed, page)
  const nameOf = await priceGroupNames(db, store, culture)
  return { rows: rows.map(({ id }) => ({ id, name: nameOf(id) })), next }
}

/** The groups that a store offers, or those of them that sell in a currency, in the order of the list. */
export async function priceGroupsOf(
  db: ReadDb,
  storeId: string,
  currencyId: string | undefined,
): Promise<readonly ListedPriceGroup[]> {
  const groups = (await allPriceGroupsOf(db, storeId)).filter(({ isRetired }) => !isRetired)
  return currencyId === undefined ? groups : groups.filter((group) => group.currency_id === currencyId)
}

/** The same with those that are retired. */
export const allPriceGroupsOf = async (db: ReadDb, storeId: string): Promise<readonly ListedPriceGroup[]> =>
  (await groupsOf(db, storeId)) ?? []

/**
 * A page of groups in their order: higher priority first, of equals the one that was there first. A new one, to which nobody has
 * given a priority yet, is not what everybody buys at.
 */
export const pageOfGroups = <G extends Pick<ListedPriceGroup, 'priority' | 'id'>>(
  groups: readonly G[],
  page: Page,
): Slice<G> => sliceOf(groups, page, 'asc', [(group) => -group.priority, (group) => group.id])

const groupsOf = cached(async (db, storeId: string) => {
  const groups = await db
    .selectFrom('price_groups')
    .select(['id', 'currency_id', 'priority', 'base_price_group_id', 'state'])
    .where('store_id', '=', storeId)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
  const bases = new Map(groups.map((group) => [group.id, group.base_price_group_id]))
  return nonEmpty<ListedPriceGroup>(
    groups.map(({ id, currency_id, priority, state }) => ({
      id,
      currency_id,
      priority,
      chain: chainOf(id, bases),
      isRetired: state === 'retired',
    })),
  )
})

function chainOf(id: string, bases: ReadonlyMap<string, string | null>): string[] {
  const chain = [id]
  for (let base = bases.get(id); base && chain.length <= MAX_DEPTH; base = bases.get(base)) chain.push(base)
  return chain
}

/** The names of a store's price groups in a culture. */
export async function priceGroupNames(
  db: ReadDb,
  store: StoreRecord,
  culture: string,
): Promise<(id: string) => string> {
  const { byGroup } = await namesOf(db, store.id)
  return (id) => pickText(byGroup.get(id) ?? [], culture, store.defaultCulture)?.name ?? id
}

/** The names of each price group of a store, in all cultures. */
const namesOf = cached(async (db, storeId: string) => {
  const texts = await db
    .selectFrom('price_group_names as text')
    .innerJoin('price_groups as price_group', 'price_group.id', 'text.price_group_id')
    .selectAll('text')
    .where('price_group.store_id', '=', storeId)
    .execute()
  return { byGroup: Map.groupBy(texts, (text) => text.price_group_id) }
})
