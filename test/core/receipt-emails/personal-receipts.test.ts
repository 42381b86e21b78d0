import { describe, expect, it } from 'vitest'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { EraseAnswer, PersonData } from '../../../core/people/people.schema.ts'
import { sweepReceiptEmails } from '../../../core/receipt-emails/forget-receipts.ts'
import { ReceiptEmail } from '../../../core/receipt-emails/receipt-email.schema.ts'
import { rooms } from '../../../core/rooms.ts'
import type { TableName } from '../../../core/database/schema/tables.ts'
import { finishOrder, makeCustomer, openStaffedShop, placeOrderOf } from '../../support/customers.ts'
import { inDatabase } from '../../support/data.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { becomes, emailReceipt, receiptEmailsOf, sendBy } from '../../support/receipt-emails.ts'

/** The tables in which something stands. */
const tablesWith = async (dataDir: string, text: RegExp): Promise<string[]> =>
  inDatabase(dataDir, async (db) => {
    const found = []
    for (const table of rooms.flatMap((room): readonly TableName[] => room.tables))
      if (text.test(JSON.stringify(await db.selectFrom(table).selectAll().execute()))) found.push(table)
    return found
  })

describe('the receipts of a person', () => {
  it('are handed over with their data, and erased with it: those of their orders, and those that went to them', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const server = await openMailServer()
    await sendBy(manager, server)
    const customer = await makeCustomer(clerk, { email: 'karen@rungsted.example' })
    const { id, paymentId } = await placeOrderOf(clerk, customer.id)
    await finishOrder(clerk, { id, paymentId })
    // Somebody else bought for them; and they had theirs sent to somebody else.
    const { order: gift } = await clerk.anOrder({ billing: { email: 'bror@rungsted.example' } })
    ;(await emailReceipt(clerk, gift.id, 'KAREN@rungsted.example', 'kept')).ok(ReceiptEmail)
    ;(await emailReceipt(clerk, gift.id, 'bror@rungsted.example')).ok(ReceiptEmail)
    ;(await emailReceipt(clerk, id, 'bookkeeper@rungsted.example')).ok(ReceiptEmail)
    await becomes(clerk, id, { state: 'sent' })
    await becomes(clerk, gift.id, { state: 'sent' })
    const data = (await manager.get(`/manage/customers/${customer.id}/data`)).ok(PersonData)
    expect(
      data.receiptEmails.map(({ email, orderId, state }) => [email, orderId, state]).sort(),
    ).toStrictEqual(
      [
        ['KAREN@rungsted.example', gift.id, 'sent'],
        ['bookkeeper@rungsted.example', id, 'sent'],
      ].sort(),
    )
    ;(await manager.post(`/manage/customers/${customer.id}/erase`, {})).ok(EraseAnswer)
    expect(await tablesWith(shop.dataDir, /karen@rungsted|bookkeeper/i)).toStrictEqual([])
    expect(await receiptEmailsOf(clerk, id)).toStrictEqual([])
    expect(await receiptEmailsOf(clerk, gift.id)).toMatchObject([{ email: 'bror@rungsted.example' }])
    const { events } = (await clerk.get(`/orders/${gift.id}/events`)).ok(OrderEventsAnswer)
    expect(events.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Receipt e-mailed', 'Receipt e-mailed to bror@rungsted.example']),
    )
    ;(await emailReceipt(clerk, gift.id, 'KAREN@rungsted.example', 'kept')).refused('Conflict')
  })

  it('that still waits is not sent once it is erased', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const gone = await openMailServer()
    await gone.close()
    await sendBy(manager, gone)
    const customer = await makeCustomer(clerk, { email: 'kåren@rungsted.example' })
    const { id, paymentId } = await placeOrderOf(clerk, customer.id)
    await finishOrder(clerk, { id, paymentId })
    const { order: gift } = await clerk.anOrder({ billing: { email: 'bror@rungsted.example' } })
    await emailReceipt(clerk, id, 'kåren@rungsted.example')
    await emailReceipt(clerk, gift.id, 'KÅREN@rungsted.example')
    await becomes(clerk, id, { fault: 'refused' })
    ;(await manager.post(`/manage/customers/${customer.id}/erase`, {})).ok(EraseAnswer)
    const server = await openMailServer()
    await sendBy(manager, server)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id)
    await becomes(clerk, order.id, { state: 'sent' })
    expect(server.taken.map(({ to }) => to)).toStrictEqual([['ida@example.com']])
    expect(await tablesWith(shop.dataDir, /kåren@rungsted/i)).toStrictEqual([])
  })

  it('are known for a year, and where they went is in no history any more after that', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const server = await openMailServer()
    await sendBy(manager, server)
    const { order } = await clerk.anOrder({ billing: { email: 'else@example.com' } })
    await emailReceipt(clerk, order.id, 'once@example.com')
    await becomes(clerk, order.id, { state: 'sent' })
    const year = 365 * 24 * 3600
    const sweepAt = async (seconds: number) => {
      const now = new Date(shop.clock.read().getTime() + seconds * 1000)
      return inDatabase(shop.dataDir, async (db) => sweepReceiptEmails(db, now))
    }
    expect(await sweepAt(year - 60)).toBe(0)
    expect(await tablesWith(shop.dataDir, /once@/)).toStrictEqual(['order_events', 'receipt_emails'])
    expect(await sweepAt(year + 60)).toBe(1)
    expect(await tablesWith(shop.dataDir, /once@/)).toStrictEqual([])
    const { events } = (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
    expect(events.filter(({ kind }) => kind.startsWith('receipt.'))).toMatchObject([
      { text: 'Receipt to be e-mailed' },
      { text: 'Receipt e-mailed' },
    ])
  })
})
