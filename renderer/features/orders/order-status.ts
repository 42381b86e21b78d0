import type { Order, OrderEvent } from '../../api/orders.ts'
import type { MessageKey } from '../../i18n/index.ts'

/** The states of an order by the names the API gives them. */
export const ORDER_STATUSES = ['New order', 'Paid', 'Completed order', 'Cancelled'] as const
export type OrderStatusName = (typeof ORDER_STATUSES)[number]

export const STATUS_LOOKS = {
  'New order': { color: 'info', text: 'orderStatus.new' },
  Paid: { color: 'success', text: 'orderStatus.paid' },
  'Completed order': { color: 'neutral', text: 'orderStatus.completed' },
  Cancelled: { color: 'error', text: 'orderStatus.cancelled' },
} as const satisfies Record<OrderStatusName, { color: string; text: MessageKey }>

/** Undefined for a status this console does not know; it is then shown by its own name. */
export function knownStatus(name: string): OrderStatusName | undefined {
  return ORDER_STATUSES.find((status) => status === name)
}

export interface OrderSteps {
  canCancel: boolean
  canComplete: boolean
}

/** What may happen to an order next: New order → Paid → Completed order; New order or Paid → Cancelled. */
export function stepsOf({ orderStatus }: Pick<Order, 'orderStatus'>): OrderSteps {
  const status = knownStatus(orderStatus.name)
  return { canCancel: status === 'New order' || status === 'Paid', canComplete: status === 'Paid' }
}

export type PaymentState = 'pending' | 'captured' | 'voided'

/** How far the payment of an order is. Payments carry no state of their own in the contract; the history tells. */
export function paymentStateOf(
  order: Pick<Order, 'orderStatus'>,
  events: readonly OrderEvent[],
): PaymentState {
  const kinds = events
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'payment.captured' || kind === 'payment.voided')
  const latest = kinds.at(-1)
  if (latest !== undefined) return latest === 'payment.captured' ? 'captured' : 'voided'
  return knownStatus(order.orderStatus.name) === 'Cancelled' ? 'voided' : 'pending'
}

/** Whether a text is a whole GUID, in any spelling the API takes. */
export function isGuid(text: string): boolean {
  return /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(text.trim())
}
