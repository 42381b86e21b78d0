import type { ReadDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { cartInPriceGroups, type CartInPriceGroup } from './cart-in-price-groups.ts'
import type { CartRow } from './cart.repository.ts'

export interface RankedPriceGroup extends CartInPriceGroup {
  /** Valid ones first, then the cheapest, then those that are for this customer, then in the order of the store's list. */
  readonly rank: readonly [number, number, number, number, string]
}

/**
 * The cart in every price group of its currency: the cheapest valid one first, of equals the customer's own; those that do not
 * sell all of it last. Of a cart without goods all cost the same: what a delivery costs says nothing of goods that are yet to come.
 * @param choice the culture that groups are named in, and what is known of the sale beside the cart (section 4.10)
 */
export async function rankPriceGroups(
  db: ReadDb,
  context: Pick<Context, 'storeId' | 'now'>,
  cart: CartRow,
  choice: { culture: string; filters?: ReadonlyMap<string, string> | undefined },
): Promise<RankedPriceGroup[]> {
  const found = await cartInPriceGroups(db, context, cart, choice)
  const ranked = found.map((each, index): RankedPriceGroup => {
    const { evaluation, goods, group } = each
    const total = goods?.totals.orderTotal ?? Number.MAX_SAFE_INTEGER
    const cost = goods && cart.line_count === 0 ? 0 : total
    return { ...each, rank: [Number(!evaluation.valid), cost, -membershipsOf(evaluation), index, group.id] }
  })
  return ranked.sort(byRank)
}

/** The best group that is valid for a cart, as the counter takes it for the first goods; undefined where none is. */
export async function bestPriceGroup(
  db: ReadDb,
  context: Pick<Context, 'storeId' | 'now'>,
  cart: CartRow,
): Promise<PriceGroupRecord | undefined> {
  const [best] = await rankPriceGroups(db, context, cart, { culture: cart.culture_code })
  return best?.evaluation.valid ? best.group : undefined
}

/** How many criteria say that it is for whom the customer belongs to: of groups that cost the same, it is theirs. */
const membershipsOf = ({ criteria }: CartInPriceGroup['evaluation']): number =>
  criteria.filter(({ kind, valid }) => valid && (kind === 'customerGroup' || kind === 'organization')).length

function byRank(a: RankedPriceGroup, b: RankedPriceGroup): number {
  const [notValid, total, memberships, index] = a.rank
  return notValid - b.rank[0] || total - b.rank[1] || memberships - b.rank[2] || index - b.rank[3]
}
