import { orderEventText, type EventDetails, type OrderEventKind } from './order-event-texts.ts'

/** The columns of an entry that say what has happened. The text is English: whoever speaks another language has the details. */
export const happening = (
  kind: OrderEventKind,
  details: EventDetails = {},
): { kind: OrderEventKind; text: string; details: string } => ({
  kind,
  text: orderEventText(kind, details),
  details: JSON.stringify(details),
})

/** A reason that may be missing, as a detail. */
export const reasonOf = (reason: string | null): Pick<EventDetails, 'reason'> => (reason ? { reason } : {})
