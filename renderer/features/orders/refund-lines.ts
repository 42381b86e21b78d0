import type { Order, OrderTransaction, ReturnedLine } from '../../api/orders.ts'
import { toMajor, toMinor } from '../../ui/format.ts'

/** How many pieces of which line go back, by the line's id. */
export type ReturnedGoods = Readonly<Record<string, number>>

/**
 * What was paid for goods that come back, in major units: with tax and without what was off the line, less their share
 * of what was off the order as a whole, delivery included. Delivery and the fee of the payment are not among it. Goods that
 * come back one after the other are together what they are at once, to the minor unit.
 * @param before what came back earlier
 */
export function paidFor(order: PaidOrder, goods: ReturnedGoods, before: ReturnedGoods = {}): number {
  const { isoCode } = order.billingCurrency
  const minor = (amount: number) => toMinor(amount, isoCode)
  const [all, off] = [minor(order.subTotal) + minor(order.shippingTotal), minor(order.discount ?? 0)]
  const paid = (pieces: (id: string) => number): number => {
    const sold = order.orderLines.reduce(
      // A line is so many times its unit, to the minor unit.
      (sum, { id, quantity, total }) => sum + Math.round((minor(total) / quantity) * pieces(id)),
      0,
    )
    return sold - (all === 0 ? 0 : Math.round((off * sold) / all))
  }
  const [earlier, now] = [(id: string) => before[id] ?? 0, (id: string) => goods[id] ?? 0]
  return toMajor(paid((id) => earlier(id) + now(id)) - paid(earlier), isoCode)
}
type PaidOrder = Pick<Order, 'orderLines' | 'subTotal' | 'shippingTotal' | 'discount' | 'billingCurrency'>

/** The pieces of each line that came back with refunds. */
export function returnedWith(refunds: readonly Pick<OrderTransaction, 'lines'>[]): ReturnedGoods {
  const pieces: Record<string, number> = {}
  for (const { lineId, quantity } of refunds.flatMap(({ lines }) => lines))
    pieces[lineId] = (pieces[lineId] ?? 0) + quantity
  return pieces
}

/** The goods as a refund tells them. */
export const linesOf = (orderLines: Order['orderLines'], goods: ReturnedGoods): ReturnedLine[] =>
  orderLines
    .map(({ id }) => ({ lineId: id, quantity: goods[id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
