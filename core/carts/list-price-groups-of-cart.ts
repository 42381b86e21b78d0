import type { ReadDb } from '../database/engine.ts'
import { sliceOf, type Page, type Slice } from '../database/queries/keyset.ts'
import { toMajor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getCurrency } from '../stores/store.repository.ts'
import { cartInPriceGroups, type CartInPriceGroup } from './cart-in-price-groups.ts'
import { getCartRow } from './cart.repository.ts'
import type { CartPriceGroup } from './cart.schema.ts'

/**
 * Every price group of the cart's currency: whether it is valid for the cart, why or why not, and what the cart would
 * cost in it, discounts and delivery included. The cheapest valid one first, of equals the customer's own; those that do
 * not sell all of it last.
 * @param filters what is known of the sale beside the cart (section 4.10)
 * @throws CommerceError NotFound for the cart
 */
export async function listPriceGroupsOfCart(
  db: ReadDb,
  context: Context,
  cartId: string,
  page: Page,
  { culture, filters }: { culture: string | undefined; filters: ReadonlyMap<string, string> | undefined },
): Promise<Slice<CartPriceGroup>> {
  const cart = await getCartRow(db, context.storeId, cartId)
  const { isoCode } = await getCurrency(db, cart.currency_id)
  const found = await cartInPriceGroups(db, context, cart, { culture: culture ?? cart.culture_code, filters })
  const listed = found.map(({ group: { id }, evaluation, goods }, index): Ranked => {
    const { name, valid, criteria } = evaluation
    const total = goods?.totals.orderTotal
    return {
      rank: [Number(!valid), total ?? Number.MAX_SAFE_INTEGER, -membershipsOf(evaluation), index, id],
      row: { id, name, valid, criteria, orderTotal: total === undefined ? null : toMajor(total, isoCode) },
    }
  })
  listed.sort(byRank)
  const { rows, next } = sliceOf(
    listed,
    page,
    'asc',
    [0, 1, 2, 3, 4].map(
      (place) =>
        ({ rank }: Ranked) =>
          rank[place] ?? 0,
    ),
  )
  return { rows: rows.map(({ row }) => row), next }
}

/** How many criteria say that it is for whom the customer belongs to: of groups that cost the same, it is theirs. */
const membershipsOf = ({ criteria }: CartInPriceGroup['evaluation']): number =>
  criteria.filter(({ kind, valid }) => valid && (kind === 'customerGroup' || kind === 'organization')).length

interface Ranked {
  /** Valid ones first, then the cheapest, then those that are for this customer, then in the order of the store's list. */
  readonly rank: readonly [number, number, number, number, string]
  readonly row: CartPriceGroup
}

function byRank(a: Ranked, b: Ranked): number {
  const [notValid, total, memberships, index] = a.rank
  return notValid - b.rank[0] || total - b.rank[1] || memberships - b.rank[2] || index - b.rank[3]
}
