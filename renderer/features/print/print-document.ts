import type { Order, OrderTransaction, Payment, TaxedAmount } from '../../api/orders.ts'
import type { Store } from '../../api/stores.ts'
import type { Texts } from '../../i18n/index.ts'
import { formatMoment } from '../../ui/format.ts'
import { returnedWith } from '../orders/refund-lines.ts'

/** What a printed document is made of; it speaks the order's language, whoever prints it. */
export interface PrintedOrder {
  readonly order: Order
  /** What of it is tax, by rate. */
  readonly taxes: readonly TaxedAmount[]
  /** What of it was refunded, oldest first, with the goods that came back. */
  readonly refunds: readonly OrderTransaction[]
  readonly store: Store
  readonly t: Texts['t']
}

/** A moment as a document says it: in the order's language, on the clock of the shop that it is of. */
export const momentOf = ({ order, store }: PrintedOrder, moment: string): string =>
  formatMoment(moment, order.cultureCode, store.timeZone)

/** What goes into the parcel: the goods without those that were given back before the order was completed. */
export function linesToPack({
  order,
  refunds,
}: Pick<PrintedOrder, 'order' | 'refunds'>): readonly OrderLine[] {
  const { completedDate, orderLines } = order
  const back = returnedWith(refunds.filter(({ date }) => completedDate === null || date <= completedDate))
  return orderLines
    .map((line) => ({ ...line, quantity: line.quantity - (back[line.id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
type OrderLine = Order['orderLines'][number]

/**
 * What a payment is made by, as a customer understands it: with the gift card that it was taken off, where it was.
 * @param last the last four of the card, where that is another one
 */
export const methodOf = (
  printed: PrintedOrder,
  { giftCard, paymentMethod: { displayName: method } }: Pick<Payment, 'giftCard' | 'paymentMethod'>,
  last = giftCard?.lastCharacters,
): string => (last === undefined ? method : printed.t('print.byCard', { method, last }))
