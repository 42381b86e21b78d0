import type { ReadDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import type { ShipmentRecord } from '../orders/order-contents.ts'
import { discountGoods, type DiscountedGoods } from '../pricing/discount-goods.ts'
import { priceGroupEvaluation, type NamedEvaluation } from '../price-groups/evaluate-price-group.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import { getPriceGroup, priceGroupsOf } from '../price-groups/price-group.repository.ts'
import { findCampaigns } from '../promotions/promotion.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { findBuyer } from './buyer.ts'
import { cartFacts } from './cart-facts.ts'
import type { CartLineRecord } from './cart-line.repository.ts'
import { loadGoods, type CartRow } from './cart.repository.ts'
import { repricing } from './reprice.ts'

/** A cart as it would be in a price group. */
export interface CartInPriceGroup {
  readonly group: PriceGroupRecord
  readonly evaluation: NamedEvaluation
  /** At the group's prices, discounts and delivery included; undefined where it does not sell all of it. */
  readonly goods: DiscountedGoods<CartLineRecord, ShipmentRecord> | undefined
}

/**
 * The cart in every price group of its currency, in the order of the store's list.
 * @param filters what is known of the sale beside the cart (section 4.10)
 */
export async function cartInPriceGroups(
  db: ReadDb,
  { storeId, now }: Pick<Context, 'storeId' | 'now'>,
  cart: CartRow,
  { culture, filters }: { culture: string; filters?: ReadonlyMap<string, string> | undefined },
): Promise<CartInPriceGroup[]> {
  const store = await getStore(db, storeId)
  const facts = await cartFacts(db, store, cart, now, filters)
  const evaluate = await priceGroupEvaluation(db, store, { culture, facts })
  const goods = await loadGoods(db, cart.id, cart)
  const campaigns = await findCampaigns(db, {
    storeId,
    currencyId: cart.currency_id,
    now,
    cartId: cart.id,
    findCustomer: async () => findBuyer(db, cart),
  })
  const groups = await Promise.all(
    (await priceGroupsOf(db, storeId, cart.currency_id)).map(async ({ id }) =>
      getPriceGroup(db, storeId, id),
    ),
  )
  const priceIn = await repricing(db, goods, groups)

  const found: CartInPriceGroup[] = []
  for (const group of groups) {
    const repriced = await priceIn(group)
    const priced = repriced.refusal ? undefined : discountGoods(repriced, campaigns)
    found.push({ group, evaluation: evaluate(group), goods: priced })
  }
  return found
}
