import type { CartRecord } from '../carts/cart.repository.ts'
import type { Random } from './random.ts'
import type { TradingShop } from './trading-shop.ts'
import { discountOf, withDiscounts } from '../carts/keep-discounts.ts'
import { discountGoods } from '../pricing/discount-goods.ts'

/** A cart with what the campaigns that need no code take off it, and what it comes to then. */
export function discountSale(
  { campaigns, discountText }: TradingShop,
  record: CartRecord,
  random: Random,
): CartRecord {
  const { cart } = record
  const running = campaigns.get(cart.currency_id) ?? []
  const discounted = discountGoods(record, running)
  const textOf = discountText(cart.culture_code)
  const discounts = discounted.parts.map((part, index) =>
    discountOf(random.id(Date.parse(cart.created_at)), part, index, textOf(part.campaignItemId)),
  )
  return withDiscounts(record, discounted, discounts)
}
