import type { CodedGiftCard } from '../../api/gift-cards.ts'
import { refundPayment, type RefundBody, type ReturnedLine } from '../../api/orders.ts'
import { createTry, KNOWN_MS } from '../../api/tries.ts'
import { keptFields } from '../../ui/kept.ts'

export interface KeptRefund {
  /** What was sent and not answered; the same again is paid back once. */
  readonly unanswered: RefundBody | undefined
  /** @returns the gift card that it goes onto, where that is a new one */
  send: (body: RefundBody) => Promise<CodedGiftCard | undefined>
}

/**
 * The refund of a payment: this window keeps what no answer came to, through a dialog that is closed and a page that is
 * loaded anew, until one comes.
 */
export function keptRefund(paymentId: string): KeptRefund {
  const keptAs = keyOf(paymentId)
  const unanswered = readKept(keptAs)
  let sent: RefundBody | undefined
  const trying = createTry({
    read: () => readKept(keptAs)?.key,
    write(key) {
      if (key === undefined) sessionStorage.removeItem(keptAs)
      // A try that goes on is as old as it was: what was sent first is what may have been done.
      else if (!readKept(keptAs))
        sessionStorage.setItem(keptAs, JSON.stringify({ ...sent, key, at: Date.now() }))
    },
  })
  return {
    unanswered,
    async send(body) {
      // What is sent again comes out of the till that it came out of, whichever the desk has by now, and goes where it went.
      const again = readKept(keptAs)
      const asked = again ? { ...body, tillId: again.tillId, ontoNewGiftCard: again.ontoNewGiftCard } : body
      sent = asked
      return trying((key) => refundPayment(paymentId, asked, key))
    },
  }
}

/** Whether no answer came to one onto a new gift card: asked again, it tells the code, which stands nowhere else. */
export const isCodeUnanswered = (paymentId: string): boolean =>
  readKept(keyOf(paymentId))?.ontoNewGiftCard === true

const keyOf = (paymentId: string): string => `backcounter.refund.${paymentId}`

function readKept(keptAs: string): (RefundBody & { readonly key: string }) | undefined {
  const { amount, at, expectedRefunded, key, lines, ontoNewGiftCard, reason, restock, tillId } = keptFields(
    sessionStorage.getItem(keptAs),
  )
  if (typeof amount !== 'number' || typeof expectedRefunded !== 'number') return undefined
  if (typeof key !== 'string' || typeof reason !== 'string') return undefined
  return typeof at === 'number' && Date.now() - at < KNOWN_MS
    ? {
        amount,
        expectedRefunded,
        reason,
        lines: Array.isArray(lines) ? (lines as ReturnedLine[]) : [],
        tillId: typeof tillId === 'string' ? tillId : null,
        restock: restock !== false,
        ontoNewGiftCard: ontoNewGiftCard === true,
        key,
      }
    : undefined
}
