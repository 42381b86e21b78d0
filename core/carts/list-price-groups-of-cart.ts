import type { ReadDb } from '../database/engine.ts'
import { sliceOf, type Page, type Slice } from '../database/queries/keyset.ts'
import { toMajor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getCurrency } from '../stores/store.repository.ts'
import { rankPriceGroups, type RankedPriceGroup } from './best-price-group.ts'
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
  const ranked = await rankPriceGroups(db, context, cart, { culture: culture ?? cart.culture_code, filters })
  const { rows, next } = sliceOf(
    ranked,
    page,
    'asc',
    [0, 1, 2, 3, 4].map(
      (place) =>
        ({ rank }: RankedPriceGroup) =>
          rank[place] ?? 0,
    ),
  )
  const view = ({ evaluation, goods, group: { id } }: RankedPriceGroup): CartPriceGroup => {
    const { name, valid, criteria } = evaluation
    const total = goods?.totals.orderTotal
    return { id, name, valid, criteria, orderTotal: total === undefined ? null : toMajor(total, isoCode) }
  }
  return { rows: rows.map(view), next }
}
