import type { MessageKey } from '../../i18n/index.ts'

/** What somebody else may do to an order while it is open as a cart elsewhere, by the kind of its event, and how that is told. */
const TEXTS = {
  'order.placed': 'order.placedMeanwhile',
  'order.cancelled': 'order.cancelledMeanwhile',
} as const satisfies Record<string, MessageKey>
export type OvertakenBy = keyof typeof TEXTS

/** @param by as the page's history has it; undefined where nobody was first */
export const overtakenText = (by: unknown): { kind: OvertakenBy; text: MessageKey } | undefined =>
  by === 'order.placed' || by === 'order.cancelled' ? { kind: by, text: TEXTS[by] } : undefined
