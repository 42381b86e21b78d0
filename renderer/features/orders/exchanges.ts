import { keptFields } from '../../ui/kept.ts'

/** An order that takes the place of goods which came back with another. */
export interface Exchange {
  /** Of the other order. */
  readonly orderNumber: string
  /** What the customer got back of it, in major units of the currency of both. */
  readonly amount: number
}

/** An order has the id of the cart that it was. */
const keptAs = (orderId: string): string => `backcounter.exchange.${orderId}`

/** Kept by this window for the end of the new order: the core knows of two orders, and nothing of what they have in common. */
export const noteExchange = (cartId: string, exchange: Exchange): void =>
  sessionStorage.setItem(keptAs(cartId), JSON.stringify(exchange))

export function exchangeOf(orderId: string): Exchange | undefined {
  const { amount, orderNumber } = keptFields(sessionStorage.getItem(keptAs(orderId)))
  return typeof amount === 'number' && typeof orderNumber === 'string' ? { amount, orderNumber } : undefined
}
