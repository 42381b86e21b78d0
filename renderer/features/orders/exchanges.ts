import type { Order, OrderTransaction } from '../../api/orders.ts'
import { toMajor, toMinor } from '../../ui/format.ts'
import { keptFields } from '../../ui/kept.ts'

/** An order that takes the place of goods which came back with another. */
export interface Exchange {
  /** Of the other order. */
  readonly orderNumber: string
  /** What the customer got back of it, in major units of the currency of both. */
  readonly amount: number
}

/** What a customer got back of an order at one visit, which may be taken in another size now. */
export interface PaidBack extends Exchange {
  readonly orderId: string
  /** Of the first and the last refund that it is the sum of. */
  readonly since: string
  readonly until: string
}

/** An order has the id of the cart that it was. */
const keptAs = (orderId: string): string => `backcounter.exchange.${orderId}`
const exchangedAs = (orderId: string): string => `backcounter.exchanged.${orderId}`

/** Kept by this window for the end of the new order: the core knows of two orders, and nothing of what they have in common. */
export function noteExchange(cartId: string, { amount, orderId, orderNumber, since, until }: PaidBack): void {
  sessionStorage.setItem(keptAs(cartId), JSON.stringify({ amount, orderNumber }))
  sessionStorage.setItem(exchangedAs(orderId), JSON.stringify({ since, until }))
}

export function exchangeOf(orderId: string): Exchange | undefined {
  const { amount, orderNumber } = keptFields(sessionStorage.getItem(keptAs(orderId)))
  return typeof amount === 'number' && typeof orderNumber === 'string' ? { amount, orderNumber } : undefined
}

/** Refunds of one visit follow each other within so many milliseconds: some onto the card, the rest in cash. */
const VISIT_MS = 15 * 60_000

/**
 * What came back at the last visit, in cash as it was paid out in coins that there are; without what an exchange was begun for
 * before, where something else has come back since.
 * @param refunds of the order, oldest first
 */
export function paidBackOf(
  { billingCurrency: { isoCode }, id: orderId, orderNumber }: Order,
  refunds: readonly OrderTransaction[],
): PaidBack | undefined {
  const { since, until } = keptFields(sessionStorage.getItem(exchangedAs(orderId)))
  const isAgain = refunds.at(-1)?.date === until
  const isCounted = ({ date }: OrderTransaction): boolean =>
    isAgain ? typeof since === 'string' && date >= since : typeof until !== 'string' || date > until
  const counted = refunds.filter(isCounted)
  const isOfVisitBefore = ({ date }: OrderTransaction, index: number): boolean =>
    Date.parse(counted[index + 1]?.date ?? date) - Date.parse(date) > VISIT_MS
  const visit = counted.slice(counted.findLastIndex(isOfVisitBefore) + 1)
  const [first, last] = [visit[0], visit.at(-1)]
  if (!first || !last) return undefined
  const minor = visit.reduce(
    (sum, { amount, cashRounding }) => sum + toMinor(amount, isoCode) + toMinor(cashRounding, isoCode),
    0,
  )
  return { amount: toMajor(minor, isoCode), orderId, orderNumber, since: first.date, until: last.date }
}
