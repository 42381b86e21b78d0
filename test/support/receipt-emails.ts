import { expect } from 'vitest'
import { MailSettings } from '../../core/mail-settings/mail-settings.schema.ts'
import { ReceiptEmailsAnswer, type ReceiptEmail } from '../../core/receipt-emails/receipt-email.schema.ts'
import type { Clerk } from './clerk.ts'
import type { MailServer } from './mail-server.ts'
import { openShop, type Shop } from './shop.ts'

export const managerOf = async (shop: Shop): Promise<Clerk> =>
  shop.withToken(await shop.tokenOf(await shop.register({ scope: 'manage' })))

/** Has a shop send its mail by a server of this machine. */
export const sendBy = async (manager: Clerk, { port }: Pick<MailServer, 'port'>, more: object = {}) =>
  (
    await manager.put('/manage/mail-settings', {
      host: '127.0.0.1',
      port,
      security: 'none',
      senderName: 'Harbour',
      senderAddress: 'shop@harbour.example',
      ...more,
    })
  ).ok(MailSettings)

/** A shop that sends its mail by a server, with who manages it and who sells there. */
export async function shopWithMail(
  server: Pick<MailServer, 'port'>,
  config: Parameters<typeof openShop>[0] = {},
) {
  const shop = await openShop(config)
  const manager = await managerOf(shop)
  await sendBy(manager, server)
  return { shop, manager, clerk: await shop.as('staff') }
}

/** Has the receipt of an order sent. */
export const emailReceipt = async (clerk: Clerk, orderId: string, email = 'ida@example.com', key?: string) =>
  clerk.post(
    `/orders/${orderId}/receipt-emails`,
    { email },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )

/** What is known of where the receipt of an order was sent, newest first. */
export const receiptEmailsOf = async (clerk: Clerk, orderId: string): Promise<ReceiptEmail[]> =>
  (await clerk.get(`/orders/${orderId}/receipt-emails`)).ok(ReceiptEmailsAnswer).receiptEmails

/** Waits until the newest receipt of an order is so. */
export async function becomes(
  clerk: Clerk,
  orderId: string,
  like: Partial<ReceiptEmail>,
): Promise<ReceiptEmail> {
  await expect.poll(async () => (await receiptEmailsOf(clerk, orderId))[0]).toMatchObject(like)
  const [newest] = await receiptEmailsOf(clerk, orderId)
  if (!newest) throw new Error('There is none.')
  return newest
}
