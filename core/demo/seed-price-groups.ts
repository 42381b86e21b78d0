import type { DemoCriterion, DemoShop } from './demo-shop.ts'
import { idOf, OPENED, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/** Makes the customer groups and organizations of a shop. @returns their ids by key */
export function makeCircles(
  { rows, random, storeId }: ShopMaking,
  shop: DemoShop,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [key, { name }] of Object.entries(shop.customerGroups)) {
    ids.set(key, random.id(OPENED))
    rows.add('customer_groups', { id: idOf(ids, key), store_id: storeId, name, version: 1, is_retired: 0 })
  }
  for (const [key, { name }] of Object.entries(shop.organizations)) {
    ids.set(key, random.id(OPENED))
    rows.add('organizations', { id: idOf(ids, key), store_id: storeId, name, version: 1, is_retired: 0 })
  }
  return ids
}

/** Makes the price groups with names and criteria. @returns them by key */
export function makePriceGroups(
  making: ShopMaking,
  shop: DemoShop,
  circles: ReadonlyMap<string, string>,
): ReadonlyMap<string, MadePriceGroup> {
  const { rows, random, storeId, currencies } = making
  const made = new Map<string, MadePriceGroup>()
  for (const group of shop.priceGroups) {
    const base = group.base === undefined ? undefined : made.get(group.base)
    const id = random.id(OPENED)
    made.set(group.key, { id, currency: group.currency, taxRate: group.taxPpm ?? base?.taxRate })
    rows.add('price_groups', {
      id,
      store_id: storeId,
      currency_id: idOf(currencies, group.currency),
      base_price_group_id: base?.id ?? null,
      priority: group.priority,
      tax_rate_ppm: group.taxPpm ?? null,
      tax_rate_id: null,
      version: 1,
      state: 'active',
    })
    for (const [index, culture] of shop.cultures.entries()) {
      rows.add('price_group_names', {
        price_group_id: id,
        culture_code: culture,
        name: group.name[index] ?? '',
      })
    }
    for (const criterion of group.criteria ?? []) makeCriterion(making, id, criterion, circles)
  }
  return made
}

function makeCriterion(
  { rows, random }: ShopMaking,
  groupId: string,
  { kind, ...parameters }: DemoCriterion,
  circles: ReadonlyMap<string, string>,
): void {
  const id = random.id(OPENED)
  rows.add('price_group_criteria', { id, price_group_id: groupId, kind })
  const isCircle = kind === 'customerGroup' || kind === 'organization'
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given].flat()) {
      rows.add('price_group_criterion_values', {
        criterion_id: id,
        name,
        value: isCircle ? idOf(circles, String(value)) : String(value),
      })
    }
  }
}
