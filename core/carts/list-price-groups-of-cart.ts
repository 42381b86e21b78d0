import type { ReadDb } from '../database/engine.ts'
import { sliceOf, type Page, type Slice } from '../database/queries/keyset.ts'
import { toMajor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { priceGroupEvaluation } from '../price-groups/evaluate-price-group.ts'
import { getPriceGroup, priceGroupsOf } from '../price-groups/price-group.repository.ts'
import { findCampaigns } from '../promotions/promotion.repository.ts'
import { getCurrency, getStore } from '../stores/store.repository.ts'
import { cartFacts } from './cart-facts.ts'
import { getCartRow, loadGoods } from './cart.repository.ts'
import type { CartPriceGroup } from './cart.schema.ts'
import { repricing } from './reprice.ts'
import { discountGoods } from '../pricing/discount-goods.ts'

/**
 * Every price group of the cart's currency: whether it is valid for the cart, why or why not, and what the cart would
 * cost in it, discounts and delivery included. The cheapest valid one first, those that do not sell all of it last.
 * @param filters what is known of the sale beside the cart (section 4.10)
 * @throws CommerceError NotFound for the cart
 */
export async function listPriceGroupsOfCart(
  db: ReadDb,
  { storeId, now }: Context,
  cartId: string,
  page: Page,
  { culture, filters }: { culture: string | undefined; filters: ReadonlyMap<string, string> | undefined },
): Promise<Slice<CartPriceGroup>> {
  const cart = await getCartRow(db, storeId, cartId)
  const store = await getStore(db, storeId)
  const { isoCode } = await getCurrency(db, cart.currency_id)
  const facts = await cartFacts(db, store, cart, now, filters)
  const evaluate = await priceGroupEvaluation(db, store, { culture: culture ?? cart.culture_code, facts })
  const goods = await loadGoods(db, cart)
  const campaigns = await findCampaigns(db, { storeId, currencyId: cart.currency_id, now, cartId })
  const groups = await Promise.all(
    (await priceGroupsOf(db, storeId, cart.currency_id)).map(async ({ id }) =>
      getPriceGroup(db, storeId, id),
    ),
  )
  const priceIn = await repricing(db, goods, groups)

  const listed: Ranked[] = []
  for (const [index, group] of groups.entries()) {
    const repriced = await priceIn(group)
    const total = repriced.refusal ? null : discountGoods(repriced, campaigns).totals.orderTotal
    const { name, valid, criteria } = evaluate(group)
    const orderTotal = total === null ? null : toMajor(total, isoCode)
    listed.push({
      rank: [Number(!valid), total ?? Number.MAX_SAFE_INTEGER, index, group.id],
      row: { id: group.id, name, valid, criteria, orderTotal },
    })
  }
  listed.sort(byRank)
  const { rows, next } = sliceOf(
    listed,
    page,
    'asc',
    [0, 1, 2, 3].map(
      (place) =>
        ({ rank }: Ranked) =>
          rank[place] ?? 0,
    ),
  )
  return { rows: rows.map(({ row }) => row), next }
}

interface Ranked {
  /** Valid ones first, then the cheapest, then in the order of the store's list. */
  readonly rank: readonly [number, number, number, string]
  readonly row: CartPriceGroup
}

function byRank(a: Ranked, b: Ranked): number {
  const [notValid, total, index] = a.rank
  return notValid - b.rank[0] || total - b.rank[1] || index - b.rank[2]
}
