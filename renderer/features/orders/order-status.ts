import type { Order, Payment } from '../../api/orders.ts'
import type { MessageKey } from '../../i18n/index.ts'

/** The states of an order by the names the API gives them. */
export const ORDER_STATUSES = [
  'New order',
  'Reopened',
  'Paid',
  'Completed order',
  'Cancelled',
  'Return',
] as const
export type OrderStatusName = (typeof ORDER_STATUSES)[number]

export const STATUS_LOOKS = {
  'New order': { color: 'info', text: 'orderStatus.new' },
  Reopened: { color: 'warning', text: 'orderStatus.reopened' },
  Paid: { color: 'success', text: 'orderStatus.paid' },
  'Completed order': { color: 'neutral', text: 'orderStatus.completed' },
  Cancelled: { color: 'error', text: 'orderStatus.cancelled' },
  Return: { color: 'warning', text: 'orderStatus.return' },
} as const satisfies Record<OrderStatusName, { color: string; text: MessageKey }>

/** Undefined for a status this console does not know; it is then shown by its own name. */
export function knownStatus(name: string): OrderStatusName | undefined {
  return ORDER_STATUSES.find((status) => status === name)
}

/** As the API is asked for sales: all but what is cancelled, and what came back without an order. */
export const SALES = '-Cancelled,-Return'

/** Whether it is goods that came back without the order that they were sold with. */
export const isReturn = ({ orderStatus }: Pick<Order, 'orderStatus'>): boolean =>
  knownStatus(orderStatus.name) === 'Return'

export interface OrderSteps {
  canCancel: boolean
  canComplete: boolean
  /** The goods may still be sent to another address. */
  canSendElsewhere: boolean
  /** Its cart may be opened again: nothing was ever received. */
  canReopen: boolean
  /** Its cart is open, to be placed again. */
  isReopened: boolean
}

/**
 * What may happen to an order next: New order → Paid → Completed order; New order → Reopened → New order; all but a
 * completed one → Cancelled.
 */
export function stepsOf({ orderStatus, payments }: Pick<Order, 'orderStatus' | 'payments'>): OrderSteps {
  const status = knownStatus(orderStatus.name)
  return {
    canCancel: status === 'New order' || status === 'Reopened' || status === 'Paid',
    canComplete: status === 'Paid',
    canSendElsewhere: status === 'New order' || status === 'Paid',
    canReopen: status === 'New order' && payments.every((payment) => !isReceived(payment)),
    isReopened: status === 'Reopened',
  }
}

export type PaymentState = Payment['state']

export const PAYMENT_LOOKS = {
  Pending: { color: 'warning', text: 'payment.pending' },
  Captured: { color: 'success', text: 'payment.captured' },
  'Partially refunded': { color: 'info', text: 'payment.partlyRefunded' },
  Refunded: { color: 'neutral', text: 'payment.refunded' },
  Voided: { color: 'neutral', text: 'payment.voided' },
} as const satisfies Record<PaymentState, { color: string; text: MessageKey }>

/** Whether money has ever come in by it. */
export const isReceived = ({ state }: Pick<Payment, 'state'>): boolean =>
  state !== 'Pending' && state !== 'Voided'

/** What is held of a payment: received and not paid back, in major units of a currency with so many decimals. */
export function balanceOf(payment: Pick<Payment, 'state' | 'amount' | 'refunded'>, decimals: number): number {
  if (!isReceived(payment)) return 0
  const scale = 10 ** decimals
  return (Math.round(payment.amount * scale) - Math.round(payment.refunded * scale)) / scale
}
