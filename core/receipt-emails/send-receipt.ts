import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { Services } from '../http/routes.ts'
import type { StoreChange } from '../kernel/change.ts'
import { timestamp } from '../kernel/clock.ts'
import { mailServerOf, senderOf } from '../mail-settings/mail-server-of.ts'
import { findMailSettings } from '../mail-settings/mail-settings.repository.ts'
import { MailError } from '../mail/mail-fault.ts'
import { sendMail } from '../mail/send-mail.ts'
import { orderEvent } from '../orders/order-events.ts'
import { getOrder } from '../orders/order-view.ts'
import { getOrderRow, type OrderRow } from '../orders/order.repository.ts'
import { taxedPartsOf } from '../orders/payments/taxed-transactions.ts'
import { viewTaxes } from '../orders/payments/transaction-view.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { getStore } from '../stores/store.repository.ts'
import { isLate, isOfServer, nextAttempt, type ReceiptFault } from './next-attempt.ts'
import { RECEIPTED } from './queue-receipt.ts'
import { putOff, settleReceiptEmail, type ReceiptEmailRow } from './receipt-email.repository.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptOf, type ReceiptOf } from './receipt.ts'

/** What came of a try. */
export interface Try {
  /** Null where the server has taken it. */
  readonly fault: ReceiptFault | null
  /** What the server said. */
  readonly answer: string
}

/** Makes the receipt of an order as it is now, and gives it to the store's server. Nothing is written. */
export async function sendReceipt(
  { database, keeper }: Pick<Services, 'database' | 'keeper'>,
  { date, email, id, order_id, store_id }: ReceiptEmailRow,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<Try> {
  if (isLate(new Date(date), now)) return { fault: 'late', answer: '' }
  const { settings, status, ...of } = await database.read(
    async (db) => ({
      settings: await findMailSettings(db, store_id),
      ...(await readReceipt(db, store_id, order_id)),
    }),
    store_id,
  )
  if (!settings) return { fault: 'not-set', answer: '' }
  if (!RECEIPTED.includes(status)) return { fault: 'none', answer: '' }
  try {
    const server = await mailServerOf(settings, keeper)
    const words = receiptMail(receiptOf(of))
    const mail = { to: email, date: new Date(date), ...words, ...senderOf(settings, 'receipt', id) }
    return { fault: null, answer: await sendMail(server, mail, signal) }
  } catch (error) {
    if (error instanceof MailError) return { fault: error.fault, answer: error.answer }
    throw error
  }
}

async function readReceipt(
  db: ReadDb,
  storeId: string,
  orderId: string,
): Promise<ReceiptOf & Pick<OrderRow, 'status'>> {
  const order = await getOrder(db, { storeId }, orderId)
  const row = await getOrderRow(db, storeId, orderId)
  const { taxes } = viewTaxes(await taxedPartsOf(db, row), order.billingCurrency.isoCode)
  return { order, status: row.status, taxes, store: await getStore(db, storeId) }
}

/**
 * Keeps what came of a try, where it is still that of whoever has tried.
 * @returns what screens are told
 */
export async function settle(
  db: WriteDb,
  row: ReceiptEmailRow,
  { answer, fault }: Try,
  now: Date,
): Promise<StoreChange | undefined> {
  const next = fault === null ? undefined : nextAttempt(fault, row.attempts, new Date(row.date), now)
  const state = fault === null ? 'sent' : next ? 'queued' : 'failed'
  const isOwn = await settleReceiptEmail(db, row, {
    state,
    due_at: next ? timestamp(next) : row.due_at,
    done_at: next ? null : timestamp(now),
    fault,
    answer: answer === '' ? null : answer,
  })
  if (!isOwn) return undefined
  if (next && fault !== null && isOfServer(fault))
    await putOff(db, row.store_id, { fault, now: timestamp(now), until: timestamp(next) })
  const { version } = await getOrderRow(db, row.store_id, row.order_id)
  if (!next) {
    const details = { email: row.email, ...(fault !== null && answer !== '' && { reason: answer }) }
    const kind = fault === null ? 'receipt.sent' : 'receipt.failed'
    await insertRow(db, 'order_events', orderEvent({ now, name: row.actor }, row.order_id, kind, details))
  }
  return { type: 'order.changed', id: row.order_id, version, storeId: row.store_id }
}
