import type { Static } from 'typebox'
import { minorDigits } from '../kernel/money.ts'
import type { OrderEventDetails } from './order.schema.ts'

/** What a history says of an entry besides its kind: as much of it as the kind has. */
export type EventDetails = Static<typeof OrderEventDetails>

/** What can happen to an order, and how a history says it in English: whoever speaks another language has the details. */
const texts = {
  'order.placed': ({ orderNumber, again }) => `Order ${orderNumber} placed${again ? ' again' : ''}`,
  'order.paid': () => 'Paid',
  'order.completed': () => 'Completed',
  'order.reopened': (details) => because('Reopened', details),
  'order.cancelled': (details) => because('Cancelled', details),
  'order.note': ({ note }) => note ?? '',
  'order.erased': () => 'What the customer may be known by has been erased',
  'payment.chosen': ({ method }) => `To be paid by ${method}`,
  'payment.captured': (details) => {
    const reference = details.transactionId === undefined ? '' : `, transaction ${details.transactionId}`
    return `${money(details)} received by ${details.method}${reference}`
  },
  'payment.voided': (details) =>
    details.cause === 'replaced'
      ? `${details.method} replaced`
      : because(`${details.method} voided`, details),
  'payment.refunded': (details) => because(`${money(details)} paid back by ${details.method}`, details),
  'price-group.overridden': ({ priceGroup, reason }) => `${priceGroup}, not valid here: ${reason}`,
} as const satisfies Readonly<Record<string, (details: EventDetails) => string>>

export type OrderEventKind = keyof typeof texts

/** The columns of an entry that say what has happened. */
export const happening = (
  kind: OrderEventKind,
  details: EventDetails = {},
): { kind: OrderEventKind; text: string; details: string } => ({
  kind,
  text: texts[kind](details),
  details: JSON.stringify(details),
})

/** A reason that may be missing, as a detail. */
export const reasonOf = (reason: string | null): Pick<EventDetails, 'reason'> => (reason ? { reason } : {})

/** What somebody gave as the reason, else the step that brought this one with it. */
const causes = {
  'cart-abandoned': 'its cart has been abandoned',
  cancelled: 'Cancelled',
  reopened: 'Reopened',
  replaced: 'Replaced',
} as const satisfies Readonly<Record<NonNullable<EventDetails['cause']>, string>>

function because(text: string, { reason, cause }: EventDetails): string {
  const why = reason ?? (cause && causes[cause])
  return why === undefined || why === '' ? text : `${text}: ${why}`
}

/** Whoever reads it: `460.60 EUR`. */
const money = ({ amount = 0, currency = '' }: EventDetails): string =>
  `${amount.toFixed(minorDigits(currency))} ${currency}`
