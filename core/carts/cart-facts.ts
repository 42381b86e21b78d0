import type { ReadDb } from '../database/engine.ts'
import { filterParameters, type Facts } from '../price-groups/criteria/index.ts'
import { gatherFacts } from '../price-groups/criteria.repository.ts'
import { FILTER_PREFIX } from '../price-groups/filters.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { propertiesOf, type CartRow } from './cart.repository.ts'

/** Keys that say whom a sale is to: for them a cart has its customer, and no property counts. */
const declared = new Set(Object.keys(filterParameters()).map((name) => name.slice(FILTER_PREFIX.length)))

/**
 * What the criteria of price groups are held against for a cart: its customer, its properties and the time.
 * @param filters what a request says beside it, which counts before the cart's own
 */
export async function cartFacts(
  db: ReadDb,
  store: StoreRecord,
  cart: CartRow,
  now: Date,
  filters: ReadonlyMap<string, string> = new Map(),
): Promise<Facts> {
  const own = (await propertiesOf(db, cart.id)).filter(({ key }) => !declared.has(key))
  const properties = new Map(own.map(({ key, value }) => [key, value]))
  if (cart.customer_id !== null) properties.set('customer', cart.customer_id)
  return gatherFacts(db, store, new Map([...properties, ...filters]), now)
}
