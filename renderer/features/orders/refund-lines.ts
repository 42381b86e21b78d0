import type { Order, OrderEvent, ReturnedLine } from '../../api/orders.ts'
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

/** The pieces of each line that have not come back yet, with any refund of the order. */
export function leftOf(orderLines: Order['orderLines'], events: readonly OrderEvent[]): ReturnedGoods {
  const returned = events.flatMap(({ details }) => details?.lines ?? [])
  return Object.fromEntries(
    orderLines.map((line) => {
      const ofLine = returned.filter(({ lineId }) => lineId === line.id)
      return [line.id, ofLine.reduce((left, { quantity }) => left - quantity, line.quantity)]
    }),
  )
}

/** The goods as a refund tells them. */
export const linesOf = (orderLines: Order['orderLines'], goods: ReturnedGoods): ReturnedLine[] =>
  orderLines
    .map(({ id }) => ({ lineId: id, quantity: goods[id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
