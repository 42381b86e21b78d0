import type { OrderEvent } from '../../api/orders.ts'
import type { MessageKey, Texts } from '../../i18n/index.ts'
import { formatMoney } from '../../ui/format.ts'

const keys: Readonly<Record<string, MessageKey>> = {
  'order.placed': 'event.orderPlaced',
  'order.paid': 'event.orderPaid',
  'order.completed': 'event.orderCompleted',
  'order.reopened': 'event.orderReopened',
  'order.cancelled': 'event.orderCancelled',
  'order.erased': 'event.orderErased',
  'payment.chosen': 'event.paymentChosen',
  'payment.captured': 'event.paymentCaptured',
  'payment.voided': 'event.paymentVoided',
  'payment.refunded': 'event.paymentRefunded',
  'price-group.overridden': 'event.priceGroupOverridden',
}
const causes = {
  cancelled: 'event.orderCancelled',
  'cart-abandoned': 'event.cartAbandoned',
  reopened: 'event.orderReopened',
  replaced: 'event.replaced',
} as const satisfies Record<string, MessageKey>

/**
 * An entry of an order's history in the console's language; what the console does not know is told as the core says it.
 * @param culture of the order: one form of an amount on one screen
 */
export function eventText({ kind, text, details }: OrderEvent, t: Texts['t'], culture: string): string {
  const key = details?.again ? 'event.orderPlacedAgain' : keys[kind]
  if (!details || !key) return text
  const { amount, currency, reason, cause, again: _, ...named } = details
  const money = amount === undefined || !currency ? '' : formatMoney(amount, currency, culture)
  const what = t(key, { ...named, amount: money })
  const why = [
    details.transactionId && t('event.transaction', { transactionId: details.transactionId }),
    reason ?? (cause && t(causes[cause])),
  ].filter((part) => part)
  return [what, ...why].join(' · ')
}
