import type { FastifyBaseLogger } from 'fastify'
import type { Looks } from '../database/safekeeping.ts'
import type { Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { MAIL_SERVER } from '../mail-settings/change-mail-settings.ts'
import { MOST_MS } from '../mail/send-mail.ts'
import { lookOften } from '../operations/look-often.ts'
import { presentOf } from '../operations/sweep.ts'
import { sendReceipt, settle, type Try } from './send-receipt.ts'
import { claimReceiptEmail, findDue, hurry, type ReceiptEmailRow } from './receipt-email.repository.ts'

/** When it is looked for what is due: what was just asked for is tried at once. */
const LOOKS: Looks = { first: 2000, every: 15_000 }
/** So long whoever tries one has it for themselves: longer than a try takes. A process that is killed keeps it no longer. */
const LEASE_MS = 2 * MOST_MS
/** So long a core that closes waits for the mail under way. */
const GRACE_MS = 3000

/** A clerk waits for nothing of this: it goes on behind all requests, one mail after another. */
export function sendQueued(
  services: Services,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  looks = LOOKS,
): () => Promise<void> {
  const { condition, database, events } = services
  const ending = new AbortController()
  let hasEnded = false
  let isWanted = false
  let atWork: Promise<void> | undefined

  /** One look at a time; who asks for one meanwhile gets another. */
  function look(): void {
    isWanted = true
    atWork ??= lookOn().finally(() => (atWork = undefined))
  }

  async function lookOn(): Promise<void> {
    while (isWanted && !hasEnded) {
      isWanted = false
      try {
        for (let row = await claimNext(); row; row = await claimNext()) await tryOne(row)
      } catch (error) {
        condition.note(error)
        log.error({ err: error }, 'receipts could not be sent')
      }
    }
  }

  async function claimNext(): Promise<ReceiptEmailRow | undefined> {
    if (hasEnded) return undefined
    const now = await presentOf(services)
    const due = await database.read(async (db) => findDue(db, timestamp(now)))
    // What somebody else was quicker to take, is looked past next time.
    return (
      due &&
      database.transact(async (db) =>
        claimReceiptEmail(db, due, timestamp(new Date(now.getTime() + LEASE_MS))),
      )
    )
  }

  async function tryOne(row: ReceiptEmailRow): Promise<void> {
    const begun = await presentOf(services)
    const limits = { now: begun, signal: ending.signal }
    const tried: Try = await sendReceipt(services, row, limits).catch((error: unknown) => {
      log.error({ err: error }, 'a receipt could not be made')
      return { fault: 'busy', answer: '' }
    })
    // What was cut off in the middle may have been taken: it is left to the lease.
    if (ending.signal.aborted && tried.fault !== null) return
    if (tried.fault !== null) log.warn({ fault: tried.fault, receipt: row.id }, 'a receipt was not taken')
    const now = await presentOf(services)
    const change = await database.transact(async (db) => settle(db, row, tried, now))
    if (change) events.publish(change)
  }

  /** What waits because of the settings need not wait for its time, once they are others. */
  async function hurryOn(storeId: string): Promise<void> {
    const now = timestamp(await presentOf(services))
    await database.transact(async (db) => hurry(db, storeId, now))
    look()
  }

  const unsubscribe = events.subscribe(({ noun, storeId, type }) => {
    if (type === 'receipt-email.due') look()
    if (type === 'record.changed' && noun === MAIL_SERVER)
      hurryOn(storeId).catch((error: unknown) => log.error({ err: error }, 'receipts could not be hurried'))
  })
  const end = lookOften(async () => {
    look()
    await atWork
  }, looks)
  return async () => {
    hasEnded = true
    unsubscribe()
    const grace = setTimeout(() => ending.abort(), GRACE_MS)
    await Promise.all([end(), atWork])
    clearTimeout(grace)
  }
}
