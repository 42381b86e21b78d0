import type { ReadDb, WriteDb } from '../database/engine.ts'
import { chunksOf } from '../kernel/chunks.ts'
import { timestamp } from '../kernel/clock.ts'
import { AT_ONCE, type Sweep } from '../operations/sweep.ts'
import { forgetEmailsInEvents } from '../orders/order-events.ts'
import {
  deleteReceiptEmails,
  receiptEmailsBefore,
  receiptEmailsOf,
  receiptEmailsTo,
  type ReceiptEmailRow,
} from './receipt-email.repository.ts'

/** So long it is known where a receipt went: whoever asks for it does so sooner. */
const KEPT_MS = 365 * 24 * 3_600_000
/** Orders that are asked about at a time. */
const CHUNK = 200

/** Receipts of a person: of their orders, and of others' that went to one of their e-mails. */
export interface ReceiptsOf {
  readonly storeId: string
  readonly orderIds: readonly string[]
  readonly emails: readonly string[]
}

/** Those of a person, each once. */
export async function receiptsOfPerson(
  db: ReadDb,
  { emails, orderIds, storeId }: ReceiptsOf,
): Promise<ReceiptEmailRow[]> {
  const found = await receiptEmailsTo(db, storeId, emails)
  for (const some of chunksOf(orderIds, CHUNK)) found.push(...(await receiptEmailsOf(db, some)))
  return [...new Map(found.map((row) => [row.id, row])).values()]
}

/** Takes the receipts of a person out of what is to be sent and what was, and their e-mails out of the histories of orders. */
export async function eraseReceipts(db: WriteDb, person: ReceiptsOf): Promise<readonly string[]> {
  const rows = await receiptsOfPerson(db, person)
  await forget(db, rows, undefined)
  return rows.map(({ id }) => id)
}

/** Deletes what is too old to be asked for, and where it went, out of the histories of orders. */
export const sweepReceiptEmails: Sweep = async (db, now) => {
  const oldest = timestamp(new Date(now.getTime() - KEPT_MS))
  const rows = await receiptEmailsBefore(db, oldest, AT_ONCE)
  await forget(db, rows, oldest)
  return rows.length
}

async function forget(
  db: WriteDb,
  rows: readonly ReceiptEmailRow[],
  before: string | undefined,
): Promise<void> {
  for (const some of chunksOf(rows, CHUNK)) {
    const emailsOf = Map.groupBy(some, (row) => row.order_id)
    await forgetEmailsInEvents(
      db,
      [...emailsOf.keys()],
      ({ date, email, orderId }) =>
        (before === undefined || date < before) &&
        (emailsOf.get(orderId) ?? []).some((row) => row.email === email),
    )
    await deleteReceiptEmails(
      db,
      some.map(({ id }) => id),
    )
  }
}
