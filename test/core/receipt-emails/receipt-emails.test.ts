import { describe, expect, it } from 'vitest'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { ReceiptEmail, ReceiptEmailsAnswer } from '../../../core/receipt-emails/receipt-email.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { storedRows } from '../../support/data.ts'
import { listen } from '../../support/event-stream.ts'
import { headOf, openMailServer } from '../../support/mail-server.ts'
import {
  becomes,
  emailReceipt,
  managerOf,
  receiptEmailsOf,
  sendBy,
  shopWithMail,
} from '../../support/receipt-emails.ts'
import { openShop } from '../../support/shop.ts'

const MINUTE = 60

const historyOf = async (clerk: Clerk, orderId: string, cultureCode = 'en-GB') =>
  (await clerk.get(`/orders/${orderId}/events`, { cultureCode }))
    .ok(OrderEventsAnswer)
    .events.filter(({ kind }) => kind.startsWith('receipt.'))

describe('the receipt of an order, by e-mail (extension)', () => {
  it('is queued, sent behind the answer, and stands in the history with who sent it where', async () => {
    const server = await openMailServer()
    const { clerk, shop } = await shopWithMail(server)
    const agent = await shop.as('support')
    const { order } = await clerk.anOrder()
    const { sent } = await listen(shop, await shop.listen())
    const asked = (await emailReceipt(agent, order.id)).ok(ReceiptEmail)
    expect(asked).toMatchObject({
      email: 'ida@example.com',
      state: 'queued',
      actor: 'Till (support)',
      attempts: 0,
      doneDate: null,
    })
    const done = await becomes(agent, order.id, { state: 'sent' })
    expect(done).toMatchObject({
      id: asked.id,
      attempts: 1,
      fault: null,
      answer: '250 2.0.0 Ok: queued as 1',
    })
    expect(server.taken).toMatchObject([{ from: 'shop@harbour.example', to: ['ida@example.com'] }])
    const [mail] = server.taken
    expect(mail && headOf(mail).get('message-id')).toBe(`<receipt.${asked.id}@harbour.example>`)
    expect(mail && headOf(mail).get('subject')).toContain(order.orderNumber)
    expect(await historyOf(clerk, order.id)).toMatchObject([
      { actor: 'Till (support)', text: 'Receipt to be e-mailed to ida@example.com' },
      { actor: 'Till (support)', text: 'Receipt e-mailed to ida@example.com' },
    ])
    expect((await historyOf(clerk, order.id, 'da-DK')).at(-1)?.text).toBe(
      'Kvittering sendt på e-mail til ida@example.com',
    )
    const changed = { event: 'order.changed', data: { id: order.id, version: 1 } }
    await expect.poll(() => sent).toStrictEqual([changed, changed])
  })

  it('is not sent of an order that is cancelled before the server takes it', async () => {
    const gone = await openMailServer()
    await gone.close()
    const { clerk, shop } = await shopWithMail(gone)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id)
    await becomes(clerk, order.id, { state: 'queued', fault: 'refused' })
    await clerk.post(`/orders/${order.id}/cancel`, { reason: 'Changed her mind' })
    const server = await openMailServer()
    await sendBy(await managerOf(shop), server)
    expect(await becomes(clerk, order.id, { state: 'failed' })).toMatchObject({ fault: 'none' })
    expect(server.taken).toHaveLength(0)
    expect((await historyOf(clerk, order.id)).at(-1)?.kind).toBe('receipt.failed')
  })

  it('is sent once, however often it is asked for under one key', async () => {
    const server = await openMailServer()
    const { clerk } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    const answers = await Promise.all(
      [1, 2, 3].map(async () => emailReceipt(clerk, order.id, 'a@b.example', 'key')),
    )
    const ids = answers.map((answer) => answer.ok(ReceiptEmail).id)
    expect(new Set(ids).size).toBe(1)
    await becomes(clerk, order.id, { state: 'sent' })
    ;(await emailReceipt(clerk, order.id, 'a@b.example', 'key')).ok(ReceiptEmail)
    ;(await emailReceipt(clerk, order.id, 'other@b.example', 'key')).refused('Conflict')
    expect(await receiptEmailsOf(clerk, order.id)).toHaveLength(1)
    expect(server.taken).toHaveLength(1)
  })

  it('is refused where the store sends no mail, for what has no receipt, and to what is no e-mail', async () => {
    const server = await openMailServer()
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const { order, paymentId } = await clerk.anOrder()
    const { isSetUp } = (await clerk.get(`/orders/${order.id}/receipt-emails`)).ok(ReceiptEmailsAnswer)
    expect(isSetUp).toBe(false)
    expect((await emailReceipt(clerk, order.id)).refused('Conflict')).toStrictEqual([
      'The store sends no mail.',
    ])
    await sendBy(await managerOf(shop), server)
    for (const email of ['', ' ', 'ida', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expect((await emailReceipt(clerk, order.id, email)).faultyFields('BadRequest'), email).toStrictEqual([
        'email',
      ])
    ;(await emailReceipt(await shop.as('storefront'), order.id)).refused('Forbidden')
    ;(await emailReceipt(await shop.as('staff', 'uptown'), order.id)).refused('NotFound')
    await clerk.post(`/orders/${order.id}/reopen`, {})
    expect((await emailReceipt(clerk, order.id)).refused('Conflict')[0]).toContain('reopened')
    await clerk.post(`/orders/${order.id}/cancel`, {})
    expect((await emailReceipt(clerk, order.id)).refused('Conflict')[0]).toContain('cancelled')
    expect(paymentId).not.toBe('')
    expect(await storedRows(shop.dataDir, 'receipt_emails')).toStrictEqual([])
  })

  it('is not a way to flood anybody', async () => {
    const server = await openMailServer()
    const { clerk } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    for (let time = 0; time < 20; time++) (await emailReceipt(clerk, order.id)).ok(ReceiptEmail)
    expect((await emailReceipt(clerk, order.id)).refused('Conflict')[0]).toContain('20 times')
  })

  it('waits where the server is away, keeps nobody waiting, and is sent when its time has come', async () => {
    const server = await openMailServer()
    await server.close()
    const { clerk, shop } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    ;(await emailReceipt(clerk, order.id)).ok(ReceiptEmail)
    const waiting = await becomes(clerk, order.id, { state: 'queued', attempts: 1, fault: 'refused' })
    const inSeconds = (Date.parse(waiting.nextDate ?? '') - shop.clock.read().getTime()) / 1000
    expect(inSeconds).toBe(MINUTE)
    // Whoever sells does so meanwhile.
    const other = await clerk.anOrder()
    const back = await openMailServer({ port: server.port })
    shop.clock.advance(MINUTE)
    ;(await emailReceipt(clerk, other.order.id)).ok(ReceiptEmail)
    await becomes(clerk, order.id, { state: 'sent', attempts: 2, fault: null })
    await becomes(clerk, other.order.id, { state: 'sent' })
    expect(back.taken).toHaveLength(2)
    expect((await historyOf(clerk, order.id)).map(({ kind }) => kind)).toStrictEqual([
      'receipt.queued',
      'receipt.sent',
    ])
  })

  it('need not wait any longer once other settings are stored, and is known after a restart', async () => {
    const gone = await openMailServer()
    await gone.close()
    const { clerk, manager, shop } = await shopWithMail(gone)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id)
    await becomes(clerk, order.id, { fault: 'refused' })
    await shop.restart()
    const [again, boss] = [await shop.as('staff'), await managerOf(shop)]
    expect((await receiptEmailsOf(again, order.id))[0]).toMatchObject({ state: 'queued', fault: 'refused' })
    const server = await openMailServer()
    await sendBy(boss, server)
    await becomes(again, order.id, { state: 'sent' })
    expect(server.taken).toHaveLength(1)
    expect(manager).not.toBe(boss)
  })

  it('is given up at once where nobody has that address, and after five tries where the server takes none', async () => {
    const server = await openMailServer({
      refuse: (address) =>
        address.startsWith('nobody')
          ? { code: 550, text: '5.1.1 No such person' }
          : { code: 451, text: '4.3.0 Come again' },
    })
    const { clerk, shop } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id, 'nobody@example.com')
    const failed = await becomes(clerk, order.id, { state: 'failed' })
    expect(failed).toMatchObject({ attempts: 1, fault: 'recipient', answer: '550 5.1.1 No such person' })
    expect((await historyOf(clerk, order.id)).at(-1)?.text).toBe(
      'Receipt not e-mailed to nobody@example.com: 550 5.1.1 No such person',
    )
    const { order: later } = await clerk.anOrder()
    await emailReceipt(clerk, later.id)
    for (const [index, minutes] of [1, 5, 15, 40].entries()) {
      // A token ends before the next try.
      const now = await shop.as('staff')
      const { nextDate } = await becomes(now, later.id, {
        state: 'queued',
        attempts: index + 1,
        fault: 'busy',
      })
      expect(Date.parse(nextDate ?? '') - shop.clock.read().getTime()).toBe(minutes * 60_000)
      shop.clock.advance(minutes * MINUTE)
      // Whoever asks for another has what is due looked at, too.
      await emailReceipt(await shop.as('staff'), order.id, 'nobody@example.com')
    }
    await becomes(await shop.as('staff'), later.id, { state: 'failed', attempts: 5, fault: 'busy' })
  })

  it('is not sent by another store’s server, nor kept waiting by it', async () => {
    const [gone, server] = [await openMailServer(), await openMailServer()]
    await gone.close()
    const { clerk, shop } = await shopWithMail(gone)
    const uptown = await shop.as('staff', 'uptown')
    await sendBy(
      shop.withToken(await shop.tokenOf(await shop.register({ scope: 'manage' }, 'uptown')), 'uptown'),
      server,
      { senderAddress: 'shop@uptown.example' },
    )
    const [{ order: here }, { order: there }] = [await clerk.anOrder(), await uptown.anOrder()]
    await emailReceipt(clerk, here.id)
    await emailReceipt(uptown, there.id)
    await becomes(uptown, there.id, { state: 'sent' })
    await becomes(clerk, here.id, { state: 'queued', fault: 'refused' })
    expect(server.taken).toMatchObject([{ from: 'shop@uptown.example' }])
  })

  it('waits no more where the store sends none any more', async () => {
    const server = await openMailServer()
    await server.close()
    const { clerk, manager, shop } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id)
    await becomes(clerk, order.id, { fault: 'refused' })
    await manager.delete('/manage/mail-settings')
    await becomes(clerk, order.id, { attempts: 2, fault: 'not-set' })
    // A day later nobody waits for it.
    shop.clock.advance(25 * 60 * MINUTE)
    await sendBy(await managerOf(shop), server)
    await becomes(await shop.as('staff'), order.id, { state: 'failed', fault: 'late' })
  })

  it('lets a core close while the server keeps it waiting', async () => {
    const server = await openMailServer({ before: async () => new Promise(() => undefined) })
    const { clerk, shop } = await shopWithMail(server)
    const { order } = await clerk.anOrder()
    await emailReceipt(clerk, order.id)
    await expect.poll(() => server.connections()).toBe(1)
    const begun = performance.now()
    await shop.core.close()
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})
