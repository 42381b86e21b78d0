import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { carryReceiptEmails } from '../../../core/receipt-emails/carry-receipts.ts'
import { temporaryDir } from '../../support/core.ts'
import { openSqliteFile } from '../../support/engines.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { becomes, emailReceipt, shopWithMail } from '../../support/receipt-emails.ts'
import { isOnPostgres } from '../../support/storage.ts'

it.skipIf(isOnPostgres)(
  'what waits in a backup is as it is in the data that it takes the place of: nothing is sent again by it',
  async () => {
    const gone = await openMailServer()
    await gone.close()
    const { clerk, shop } = await shopWithMail(gone)
    const { order } = await clerk.anOrder()
    for (const email of ['sent@example.com', 'waits@example.com', 'erased@example.com'])
      await emailReceipt(clerk, order.id, email)
    await becomes(clerk, order.id, { fault: 'refused' })
    await shop.core.close()
    const backup = await temporaryDir()
    await copyFile(join(shop.dataDir, 'backcounter.sqlite'), join(backup, 'backcounter.sqlite'))

    const [now, restored] = [await openSqliteFile(shop.dataDir), await openSqliteFile(backup)]
    try {
      await now.transact(async (db) => {
        await db
          .updateTable('receipt_emails')
          .set({ state: 'sent' })
          .where('email', '=', 'sent@example.com')
          .execute()
        await db.deleteFrom('receipt_emails').where('email', '=', 'erased@example.com').execute()
      })
      await restored.transact(async (db) => carryReceiptEmails(now.reader, db))
      const rows = await restored.read(async (db) =>
        db.selectFrom('receipt_emails').select(['email', 'state']).orderBy('email').execute(),
      )
      expect(rows).toStrictEqual([
        { email: 'erased@example.com', state: 'failed' },
        { email: 'sent@example.com', state: 'sent' },
        { email: 'waits@example.com', state: 'queued' },
      ])
    } finally {
      await Promise.all([now.close(), restored.close()])
    }
  },
)
