import { customerGroupNoun, organizationNoun } from '../customers/manage/circle.noun.ts'
import { toRate } from '../kernel/money.ts'
import { heldBy, isHeldRecord } from '../price-groups/criteria/index.ts'
import { priceGroupNoun } from '../price-groups/manage/price-group.noun.ts'
import { createRecord } from '../records/create-record.ts'
import type { DemoCriterion } from './demo-shop.ts'
import { byCulture, idOf, OPENED, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/** Makes the customer groups and organizations of a shop. @returns their ids by key */
export async function makeCircles({
  author,
  db,
  random,
  shop,
}: ShopMaking): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [key, { name }] of Object.entries(shop.customerGroups)) {
    const id = random.id(OPENED)
    ids.set(key, id)
    await createRecord(db, author, customerGroupNoun, { name }, (group) => ({ ...group, id }))
  }
  for (const [key, { name }] of Object.entries(shop.organizations)) {
    const id = random.id(OPENED)
    ids.set(key, id)
    await createRecord(db, author, organizationNoun, { name }, (organization) => ({ ...organization, id }))
  }
  return ids
}

/** Makes the price groups with names and criteria. @returns them by key */
export async function makePriceGroups(
  { author, db, random, shop }: ShopMaking,
  circles: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, MadePriceGroup>> {
  const made = new Map<string, MadePriceGroup>()
  for (const { base: baseKey, criteria = [], currency, key, name, priority, taxPpm } of shop.priceGroups) {
    const base = baseKey === undefined ? undefined : made.get(baseKey)
    const id = random.id(OPENED)
    const criterionIds = criteria.map(() => random.id(OPENED))
    made.set(key, { id, currency, taxRate: taxPpm ?? base?.taxRate })
    const body = {
      names: byCulture(shop, name),
      currency,
      basePriceGroupId: base?.id ?? null,
      priority,
      taxRate: taxPpm === undefined ? null : toRate(taxPpm),
      criteria: criteria.map((criterion) => criterionOf(criterion, circles)),
    }
    await createRecord(db, author, priceGroupNoun, body, (group) => ({ ...group, id, criterionIds }))
  }
  return made
}

type Value = string | number

function criterionOf({ kind, ...rest }: DemoCriterion, circles: ReadonlyMap<string, string>) {
  const valueOf = (name: string, value: Value): string =>
    isHeldRecord(heldBy(kind, name)) ? idOf(circles, String(value)) : String(value)
  const parameters: Readonly<Record<string, Value | readonly Value[]>> = rest
  return {
    kind,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, given]) => [
        name,
        [given].flat().map((value) => valueOf(name, value)),
      ]),
    ),
  }
}
