import type { MailFault } from '../mail/mail-fault.ts'

/**
 * Why a receipt was not sent: as a mail is not taken, or the store sends none any more, or its time is over, as in an old backup, or
 * there is none of the order by then.
 */
export type ReceiptFault = MailFault | 'not-set' | 'late' | 'none'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** So long it is waited behind each try; five of them take about an hour. */
const WAITS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 40 * MINUTE]
/** Where there is no way to the server, it is tried on every hour, and given up when it is a day old. */
const OFFLINE_WAIT = HOUR
const OFFLINE_UNTIL = 24 * HOUR

/** What no second try makes better. */
const FOR_GOOD: readonly ReceiptFault[] = ['sender', 'recipient', 'content', 'late', 'none']
/** The shop, or the server, is not on the network: it has taken nothing. Of a line that broke nobody knows, so that it is not tried for long. */
const OFFLINE: readonly ReceiptFault[] = ['unknown', 'refused', 'unreachable']

/** Whether a fault is the server's, so that the next mail would meet it as well. */
export const isOfServer = (fault: ReceiptFault): boolean =>
  !FOR_GOOD.includes(fault) && fault !== 'busy' && fault !== 'not-set'

/** Whether nobody waits for a receipt any more. */
export const isLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > OFFLINE_UNTIL

/**
 * When a receipt is tried again.
 * @param attempts how often it was tried by now, this time included
 * @param since when it was asked for
 * @returns undefined where it is given up
 */
export function nextAttempt(fault: ReceiptFault, attempts: number, since: Date, now: Date): Date | undefined {
  if (FOR_GOOD.includes(fault)) return undefined
  const wait = WAITS[attempts - 1] ?? (OFFLINE.includes(fault) ? OFFLINE_WAIT : undefined)
  if (wait === undefined) return undefined
  const next = new Date(now.getTime() + wait)
  return isLate(since, next) ? undefined : next
}
