import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { conflict, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { noMail } from '../mail-settings/change-mail-settings.ts'
import { findMailSettings } from '../mail-settings/mail-settings.repository.ts'
import type { Context } from '../operations/context.ts'
import { recordEvent } from '../orders/order-events.ts'
import type { OrderState } from '../orders/order-states.ts'
import { lockOrderRow } from '../orders/order.repository.ts'
import { addReceiptEmail, receiptEmailsOf, type ReceiptEmailRow } from './receipt-email.repository.ts'

/** Nobody needs more of one order; whoever has a token must not flood strangers by this shop's name. */
const MOST_OF_ORDER = 20

/** What there is a receipt of. */
export const RECEIPTED: readonly OrderState[] = ['new', 'paid', 'completed']

/**
 * Queues the receipt of an order for an e-mail. It is sent behind this write, as soon as the server takes it.
 * @throws CommerceError NotFound; Conflict where the store sends no mail, the order is reopened, cancelled or a return, or
 *   was sent too often
 */
export async function queueReceipt(
  db: WriteDb,
  context: Context,
  orderId: string,
  email: string,
): Promise<ReceiptEmailRow> {
  // Held, so that whoever erases a person's data finds what has been queued by then.
  const { id, status, version } = await lockOrderRow(db, context.storeId, orderId)
  if (!RECEIPTED.includes(status)) {
    throw conflict('receipt.none', 'There is no receipt of an order that is reopened, cancelled or a return.')
  }
  if (!(await findMailSettings(db, context.storeId))) throw noMail()
  if ((await receiptEmailsOf(db, [id])).length >= MOST_OF_ORDER) {
    throw conflict('receipt.too-many', said`The receipt was sent ${{ times: MOST_OF_ORDER }} times already.`)
  }
  const date = timestamp(context.now)
  const row: ReceiptEmailRow = {
    id: newId(),
    store_id: context.storeId,
    order_id: id,
    email,
    email_key: email.toLowerCase(),
    actor: context.name,
    date,
    state: 'queued',
    attempts: 0,
    due_at: date,
    done_at: null,
    fault: null,
    answer: null,
  }
  await addReceiptEmail(db, row)
  await recordEvent(db, context, id, 'receipt.queued', { email })
  context.changes.push({ type: 'order.changed', id, version }, { type: 'receipt-email.due', id, version })
  return row
}
