import type { Order } from '../../api/orders.ts'
import { minorDigits } from '../../ui/format.ts'

/** How many pieces of which line go back, by the line's id. */
export type ReturnedGoods = Readonly<Record<string, number>>

/**
 * What was paid for goods that come back, in major units: with tax and without what was off the line, less their share
 * of what was off the order as a whole. All goods together are what was paid for all of them; delivery and the fee of
 * the payment are not among it.
 */
export function paidFor(
  { orderLines, subTotal, discount, billingCurrency }: PaidOrder,
  goods: ReturnedGoods,
): number {
  const scale = 10 ** minorDigits(billingCurrency.isoCode)
  const minor = (amount: number) => Math.round(amount * scale)
  const chosen = orderLines.reduce(
    // A line is so many times its unit, to the minor unit.
    (sum, { id, quantity, total }) => sum + Math.round((minor(total) / quantity) * (goods[id] ?? 0)),
    0,
  )
  const [all, off] = [minor(subTotal), minor(discount ?? 0)]
  return (chosen - (all === 0 ? 0 : Math.round((off * chosen) / all))) / scale
}
type PaidOrder = Pick<Order, 'orderLines' | 'subTotal' | 'discount' | 'billingCurrency'>

/** The goods as the history of the order names them: `2 × Mug, 1 × Socks`. */
export const namesOf = (orderLines: Order['orderLines'], goods: ReturnedGoods): string =>
  orderLines
    .filter(({ id }) => (goods[id] ?? 0) > 0)
    .map(({ id, productName }) => `${goods[id] ?? 0} × ${productName}`)
    .join(', ')
