import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailSettings } from '../../core/mail-settings/mail-settings.schema.ts'
import { ReceiptEmailsAnswer } from '../../core/receipt-emails/receipt-email.schema.ts'
import { headOf, partsOf, startMailServer, type MailServer } from '../support/mail-server.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()

let server: MailServer
beforeAll(async () => {
  server = await startMailServer({
    login: { user: 'shop', password: 'correct horse' },
    refuse: (address) =>
      address.startsWith('nobody') ? { code: 550, text: '5.1.1 No such person' } : undefined,
  })
})
afterAll(async () => server.close())

const page = () => counter().page
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const button = (name: string): Locator => page().getByRole('button', { name, exact: true })
const field = (name: string): Locator => page().getByRole('textbox', { name })
const card = (): Locator => page().getByRole('region', { name: 'Receipt by e-mail' })
const told = (text: string): Locator => page().getByRole('status').filter({ hasText: text })

const fail = (): never => {
  throw new Error('No mail server is set.')
}

/** An order on the screen, paid in cash. */
async function anOrder(query = '') {
  const { order, paymentId } = await counter().program.anOrder({ payment: 'Cash', shipping: null })
  if (query === '') await counter().program.post(`/payments/${paymentId}/capture`, {})
  await counter().goTo(`/orders/${order.id}${query}`)
  await page()
    .getByRole('heading', { name: `Order ${order.orderNumber}` })
    .waitFor()
  return order
}

describe('receipts by e-mail', () => {
  test('are offered once the mail server is set up', async () => {
    const { complaints, goTo, press } = counter()
    await anOrder()
    await page().getByRole('region', { name: 'History' }).waitFor()
    expect(await button('E-mail the receipt').count()).toBe(0)
    await press('e')
    expect(await dialog('E-mail the receipt').count()).toBe(0)
    await goTo('/settings/email')

    await field('Mail server (SMTP)').fill('smtp://127.0.0.1')
    await field('Port').fill(String(server.port))
    await field('User name').fill('shop')
    await field('Password').fill('wrong horse')
    await press('Enter')
    await eventually(async () => faultAt(field('Mail server (SMTP)'))).toContain('the name or the number')
    await field('Mail server (SMTP)').fill('127.0.0.1')
    await page().getByRole('combobox', { name: 'Connection' }).press('Enter')
    await page().getByRole('option', { name: 'Plain (this machine only)' }).press('Enter')
    await field('Test mail to').fill('olga@harbour.example')
    await button('Save and send a test mail').press('Enter')
    await page().getByText('does not take the user name or the password: 535').waitFor()
    await field('Password').fill('correct horse')
    await button('Save and send a test mail').press('Enter')
    await told('The server has taken it: 250').waitFor()
    expect(server.taken).toMatchObject([{ to: ['olga@harbour.example'] }])
    expect(complaints).toEqual([])
  })

  test('are sent by settings that are kept over a reload but for the password, and never overwrite a colleague unseen', async () => {
    const { complaints, core, press } = counter()
    await field('Password').fill('battery staple')
    await field('Name of the sender').fill('Harbour desk')
    await page().reload()
    await page().getByText('Stored', { exact: true }).waitFor()
    await eventually(async () => field('Name of the sender').inputValue()).toBe('Harbour desk')
    expect(await field('Password').inputValue()).toBe('')
    const kept = await page().evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).not.toContain('horse')
    expect(kept).not.toContain('staple')

    const manager = await localProgram(core, 'manage')
    const { settings } = (await manager.get('/manage/mail-settings')).ok(MailSettings)
    const { hasPassword: _, ...body } = settings ?? fail()
    ;(await manager.put('/manage/mail-settings', { ...body, senderName: 'Harbour shop' })).ok(MailSettings)
    const choice = page().getByRole('alert').filter({ hasText: 'Harbour shop' })
    await choice.waitFor()
    await press('Control+s')
    expect((await manager.get('/manage/mail-settings')).ok(MailSettings).settings?.senderName).toBe(
      'Harbour shop',
    )
    await page()
      .getByRole('button', { name: /^Take theirs/ })
      .press('Enter')
    await eventually(async () => field('Name of the sender').inputValue()).toBe('Harbour shop')
    expect(complaints).toEqual([])
  })

  test('stop once the settings are removed, which is asked first, and start again', async () => {
    const { complaints, core, press } = counter()
    const manager = await localProgram(core, 'manage')
    const { settings } = (await manager.get('/manage/mail-settings')).ok(MailSettings)
    const { hasPassword: _, ...body } = settings ?? fail()
    await button('Stop sending e-mail').press('Enter')
    await dialog('Stop sending e-mail?').getByRole('button', { name: 'Stop sending e-mail' }).focus()
    await press('Enter')
    await dialog('Stop sending e-mail?').waitFor({ state: 'detached' })
    await eventually(async () => field('Mail server (SMTP)').inputValue()).toBe('')
    expect((await manager.get('/manage/mail-settings')).ok(MailSettings)).toEqual({ settings: null })
    await manager.put('/manage/mail-settings', { ...body, password: 'correct horse' })
    await eventually(async () => field('Mail server (SMTP)').inputValue()).toBe('127.0.0.1')
    expect(complaints).toEqual([])
  })

  test('go by a key to the e-mail of the customer or another one, and the order says what became of them', async () => {
    const { complaints, press, program } = counter()
    const order = await anOrder()
    await button('E-mail the receipt').waitFor()
    await press('e')
    await dialog('E-mail the receipt').waitFor()
    await eventually(async () => field('E-mail').inputValue()).toBe('ida.moller@example.com')
    await field('E-mail').fill('ida')
    await press('Enter')
    await eventually(async () => faultAt(field('E-mail'))).toContain('e-mail')
    await field('E-mail').fill('ida@work.example')
    await press('Enter')
    await dialog('E-mail the receipt').waitFor({ state: 'detached' })
    await card().getByText('ida@work.example').waitFor()
    await card()
      .getByText(/^Sent /)
      .waitFor()
    await page().getByText('Receipt e-mailed to ida@work.example').waitFor()
    const mail = server.taken.at(-1)
    if (!mail) throw new Error('Nothing came.')
    expect(headOf(mail).get('subject')).toContain(order.orderNumber)
    expect(partsOf(mail).text).toContain('Thank you.')

    await press('e')
    await field('E-mail').fill('nobody@work.example')
    await press('Enter')
    await card().getByText('Not sent: The mail server does not take mail for this address: 550').waitFor()
    const { receiptEmails } = (await program.get(`/orders/${order.id}/receipt-emails`)).ok(
      ReceiptEmailsAnswer,
    )
    expect(receiptEmails.map(({ state }) => state)).toEqual(['failed', 'sent'])
    expect(complaints).toEqual([])
  })

  test('are offered where an order was just placed, wait where the server is away, and hold nothing up', async () => {
    const { complaints, press } = counter()
    await server.close()
    await anOrder('?placed')
    const placed = page().getByRole('region', { name: 'Order placed' })
    await placed.getByRole('button', { name: 'E-mail the receipt' }).press('Enter')
    await dialog('E-mail the receipt').waitFor()
    await press('Enter')
    await dialog('E-mail the receipt').waitFor({ state: 'detached' })
    await card()
      .getByText(/^Waits until .*: The mail server takes no connection at this port\./)
      .waitFor()
    await press('Shift+F2')
    await page().getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    expect(complaints).toEqual([])
  })
})
