import { beforeAll, describe, expect, test } from 'vitest'
import { GiftCard, GiftCardsOfOrder } from '../../core/gift-cards/gift-card.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { aGiftCard, balanceOf } from '../support/gift-cards.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack, keepFromCore } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({ isProcess: true })
const CODE = 'Code of the gift card'
const CAPTURE = 'Capture payment'
/** A hand that types, slower than any scanner. */
const TYPING = { delay: 115 }

let manager: Clerk
beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
})

/** A card with so much on it, and its code. */
async function aCard(amount: number, currency = 'EUR') {
  const card = await aGiftCard(manager, amount, { currency })
  return { ...card, balance: async () => balanceOf(manager, card.id) }
}

/** An order that has just been placed, to be paid as it says, by somebody who has it before them. */
async function justPlaced(payment = 'Gift card') {
  const { page, program, goTo } = counter()
  const { order, paymentId } = await program.anOrder({ payment, quantities: [2, 1] })
  await goTo(`/orders/${order.id}?placed`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await page.getByRole('button', { name: CAPTURE }).and(page.locator(':focus')).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
  const paymentsNow = async () =>
    (await program.readOrder(order.id)).payments.map(({ amount, paymentMethod, state }) => [
      paymentMethod.name,
      state,
      amount,
    ])
  return { code: dialog.getByRole('textbox', { name: CODE }), dialog, order, paymentId, paymentsNow }
}

const money = (amount: number) => `€${amount.toFixed(2)}`
const minus = (amount: number, part: number) => Math.round((amount - part) * 100) / 100

test('a manager says which method redeems gift cards, and it takes no cash beside them', async () => {
  const { page, press, goTo, program, complaints } = counter()
  await goTo(`/settings/payment-methods/${await program.paymentMethod('Bank transfer')}`)
  const [cards, cash] = ['Redeems gift cards', 'Takes cash'].map((name) =>
    page.getByRole('checkbox', { name }),
  )
  await cards?.check()
  await cash?.check()
  await press('Control+s')
  const fault = 'cannot go with cash: what is paid is taken off a card'
  await page.getByText(fault, { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await cash?.uncheck()
  await press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  await goTo('/settings/payment-methods')
  await page
    .getByRole('row', { name: /Bank transfer/ })
    .getByText('Gift cards', { exact: true })
    .waitFor()
  expect(complaints).toEqual([])
})

describe('an order that is paid by gift card', () => {
  test('is received by F8, a scan and Enter; the page and the papers say what is left on the card', async () => {
    const { page, press, scan, goTo, complaints } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(order.orderTotal + 12.5)
    await press('F8')
    await code.and(page.locator(':focus')).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Transaction id' }).count()).toBe(0)
    await scan(card.code)
    await dialog.getByText(`…${card.last} holds ${money(order.orderTotal + 12.5)}`).waitFor()
    expect(await code.inputValue()).toBe(card.code)
    expect(await accessibilityFaults(page)).toEqual([])
    // A scan says what is on it, and takes nothing.
    expect(await card.balance()).toBe(order.orderTotal + 12.5)
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'New order' }).and(page.locator(':focus')).waitFor()
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Captured', order.orderTotal]])
    expect(await card.balance()).toBe(12.5)

    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    const link = payment.getByRole('link', { name: `…${card.last}` })
    expect(await link.getAttribute('href')).toContain(`/gift-cards/${card.id}`)
    expect(await payment.innerText()).toMatch(/Left on the card\s+€12\.50/)
    await page
      .getByRole('region', { name: 'Money in and out' })
      .getByText(`gift card …${card.last}`)
      .waitFor()

    const sheet = page.getByRole('region', { name: 'Preview' }).getByRole('article')
    await goTo(`/orders/${order.id}/print`)
    for (const paper of ['Receipt', 'Invoice']) {
      await page.getByRole('combobox', { name: 'Document' }).click()
      await page.getByRole('option', { name: paper, exact: true }).click()
      await sheet.getByRole('heading', { name: paper }).waitFor()
      const text = await sheet.innerText()
      expect(text).toContain(`Paid by Gift card …${card.last}`)
      expect(text).toMatch(/Left on the card\s+€12\.50/)
    }
    expect(complaints).toEqual([])
  })

  test('with less on the card than is due, that is received, and the next Enter asks for the rest', async () => {
    const { page, press, scan, complaints } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(20)
    const left = minus(order.orderTotal, 20)
    await press('F8')
    await code.and(page.locator(':focus')).waitFor()
    await scan(card.code)
    await dialog.getByText(`…${card.last} holds €20.00`).waitFor()
    await dialog.getByText('Confirm that €20.00 has been received by Gift card.').waitFor()
    await dialog.getByText(`${money(left)} is then still to be paid.`).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: CAPTURE }).and(page.locator(':focus')).waitFor()

    await press('Enter')
    await dialog.getByRole('combobox', { name: 'Received by' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('cash', TYPING)
    await press('Enter')
    await dialog.getByText(`Confirm that ${money(left)} has been received by Cash.`).waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([
      ['Gift card', 'Captured', 20],
      ['Cash', 'Captured', left],
    ])
    expect(await card.balance()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a second card, scanned wherever the keyboard is, pays the rest of the first', async () => {
    const { page, press, scan } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const [first, second] = [await aCard(20), await aCard(order.orderTotal)]
    await press('F8')
    await scan(first.code)
    await dialog.getByText(`…${first.last} holds €20.00`).waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await press('F8')
    await dialog.getByRole('combobox', { name: 'Received by' }).and(page.locator(':focus')).waitFor()
    await scan(second.code)
    await code.and(page.locator(':focus')).waitFor()
    await dialog.getByText(`…${second.last} holds ${money(order.orderTotal)}`).waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([
      ['Gift card', 'Captured', 20],
      ['Gift card', 'Captured', minus(order.orderTotal, 20)],
    ])
    expect(await second.balance()).toBe(20)
  })

  test('of another method, a part is taken off a card that is typed', async () => {
    const { page, press } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced('Card terminal')
    const card = await aCard(15)
    await press('F8')
    await dialog.getByRole('button', { name: 'Only a part, or by another method' }).click()
    await dialog.getByRole('combobox', { name: 'Received by' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('gift', TYPING)
    await press('Enter')
    await code.waitFor()
    await code.focus()
    await page.keyboard.type(card.code.toLowerCase().replaceAll('-', ' '), TYPING)
    await dialog.getByText(`…${card.last} holds €15.00`).waitFor()
    // Of what is on it, the customer keeps a part.
    await dialog.getByRole('textbox', { name: 'Amount received' }).fill('10')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([
      ['Gift card', 'Captured', 10],
      ['Card terminal', 'Pending', minus(order.orderTotal, 10)],
    ])
    expect(await card.balance()).toBe(5)
  })

  test('what cannot be paid with is told at the field', async () => {
    const { press, scan } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const [dead, kroner, empty] = [await aCard(10), await aCard(100, 'DKK'), await aCard(5)]
    expect((await manager.post(`/gift-cards/${dead.id}/deactivate`, { reason: 'Lost' })).status).toBe(200)
    const { paymentId } = await counter().program.anOrder({ payment: 'Gift card' })
    const spent = { amount: 5, giftCardCode: empty.code }
    expect((await manager.post(`/payments/${paymentId}/capture`, spent)).status).toBe(200)
    await press('F8')
    await press('Enter')
    await eventually(async () => faultAt(code)).toContain('Please fill this in')
    for (const [scanned, fault] of [
      ['NO-SUCH-CARD-1', 'There is no such gift card'],
      [dead.code, `…${dead.last} is deactivated`],
      [kroner.code, `…${kroner.last} is in DKK, and EUR is to be paid`],
      [empty.code, `Nothing is left on …${empty.last}`],
    ] as const) {
      await scan(scanned)
      await eventually(async () => faultAt(code)).toContain(fault)
      await press('Enter')
      await eventually(async () => faultAt(code)).toContain(fault)
    }
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Pending', order.orderTotal]])
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a colleague who takes from the card meanwhile is told of with what is left, and nothing is lost', async () => {
    const { press, scan, program } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(order.orderTotal)
    await press('F8')
    await scan(card.code)
    await dialog.getByText(`…${card.last} holds ${money(order.orderTotal)}`).waitFor()
    const { paymentId } = await program.anOrder({ payment: 'Gift card' })
    const taken = { amount: 8, giftCardCode: card.code }
    expect((await manager.post(`/payments/${paymentId}/capture`, taken)).status).toBe(200)
    const rest = minus(order.orderTotal, 8)
    await press('Enter')
    await eventually(async () => faultAt(code)).toContain(`holds ${money(rest)}: receive a part`)
    expect(await code.inputValue()).toBe(card.code)
    await dialog.getByText('€8.00 is then still to be paid.').waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([
      ['Gift card', 'Captured', rest],
      ['Gift card', 'Pending', 8],
    ])
  })

  test('a colleague who takes all of the card meanwhile is told of at once, and nothing is offered of it', async () => {
    const { press, scan, program } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(20)
    await press('F8')
    await scan(card.code)
    await dialog.getByText(`…${card.last} holds €20.00`).waitFor()
    const { paymentId } = await program.anOrder({ payment: 'Gift card' })
    const taken = { amount: 20, giftCardCode: card.code }
    expect((await manager.post(`/payments/${paymentId}/capture`, taken)).status).toBe(200)
    const nothing = `Nothing is left on …${card.last}`
    await press('Enter')
    await eventually(async () => faultAt(code)).toBe(nothing)
    await press('Enter')
    expect(await faultAt(code)).toBe(nothing)
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Pending', order.orderTotal]])
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('Enter twice, before the card is looked up, takes off the card once and no part unseen', async () => {
    const { page, press, scan } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(20)
    await press('F8')
    await code.and(page.locator(':focus')).waitFor()
    const lookups = await keepFromCore(page, (url) => url.pathname.endsWith('/gift-cards/lookup'))
    await scan(card.code)
    await eventually(async () => lookups.count()).toBe(1)
    await page.waitForTimeout(300)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await eventually(async () => faultAt(code)).toContain('holds €20.00: receive a part')
    await lookups.letGo()
    await dialog.getByText('Confirm that €20.00 has been received by Gift card.').waitFor()
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Pending', order.orderTotal]])
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await card.balance()).toBe(0)
  })

  test('a core that is gone, before the answer or with it, loses nothing and takes once', async () => {
    const { page, press, scan, serveAgain } = counter()
    const { code, dialog, order, paymentsNow } = await justPlaced()
    const card = await aCard(order.orderTotal + 1)
    await press('F8')
    await code.and(page.locator(':focus')).waitFor()
    await counter().core.kill()
    await scan(card.code)
    await press('Enter')
    await dialog.getByRole('alert').waitFor()
    expect(await code.inputValue()).toBe(card.code)
    await serveAgain()
    await dialog.getByText(`…${card.last} holds ${money(order.orderTotal + 1)}`).waitFor()
    await page.route(
      '**/capture',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Captured', order.orderTotal]])
    expect(await card.balance()).toBe(1)
  })

  test('a page that is loaded anew before the answer has what was received, once', async () => {
    const { page, press, scan } = counter()
    const { code, order, paymentsNow } = await justPlaced()
    const card = await aCard(order.orderTotal + 3)
    await press('F8')
    await code.and(page.locator(':focus')).waitFor()
    await scan(card.code)
    await page.getByText(`…${card.last} holds`).waitFor()
    const answers = await keepBack(page, (url) => url.pathname.endsWith('/capture'))
    await press('Enter')
    await eventually(async () => answers.count()).toBe(1)
    await page.reload()
    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    await payment.getByRole('link', { name: `…${card.last}` }).waitFor()
    expect(await paymentsNow()).toStrictEqual([['Gift card', 'Captured', order.orderTotal]])
    expect(await card.balance()).toBe(3)
  })

  test('a method that redeems cards from now on, or none any more, asks for what it takes', async () => {
    const { page, press } = counter()
    const { code, dialog } = await justPlaced('Mobile wallet')
    const path = `/manage/payment-methods/${await counter().program.paymentMethod('Mobile wallet')}`
    await press('F8')
    await dialog.getByRole('textbox', { name: 'Transaction id' }).waitFor()
    await manager.patch(path, { redeemsGiftCards: true })
    await dialog.getByText('Mobile wallet is paid with gift cards now').waitFor()
    await code.and(page.locator(':focus')).waitFor()
    await manager.patch(path, { redeemsGiftCards: false })
    await dialog.getByText('Mobile wallet is not paid with gift cards any more').waitFor()
    await dialog.getByRole('textbox', { name: 'Transaction id' }).and(page.locator(':focus')).waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('goes back onto the card, as both dialogs and the paper of the refund say', async () => {
    const { page, press, goTo, program } = counter()
    const card = await aCard(500)
    const { order, paymentId } = await program.anOrder({ payment: 'Gift card', quantities: [2, 1] })
    const spent = { giftCardCode: card.code }
    expect((await manager.post(`/payments/${paymentId}/capture`, spent)).status).toBe(200)
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const refund = page.getByRole('dialog', { name: 'Pay back' })
    await refund.getByText(`It goes back onto the gift card …${card.last}.`).waitFor()
    await refund.getByRole('textbox', { name: 'Amount' }).fill('4')
    await refund.getByRole('textbox', { name: 'Reason' }).fill('Scratched')
    await press('Enter')
    await refund.waitFor({ state: 'hidden' })
    expect(await card.balance()).toBe(minus(504, order.orderTotal))

    await goTo(`/orders/${order.id}/print?refund=1`)
    const sheet = page.getByRole('region', { name: 'Preview' }).getByRole('article')
    await sheet.getByText(`Gift card …${card.last}`).waitFor()

    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
    const held = money(minus(order.orderTotal, 4))
    await cancel.getByText(`${held} onto the gift card …${card.last}`).waitFor()
    await cancel.getByRole('radio').first().check()
    await cancel.getByRole('button', { name: 'Cancel order' }).click()
    await cancel.waitFor({ state: 'hidden' })
    expect(await card.balance()).toBe(500)
  })
})

test('what was paid by a card that is deactivated by now goes back onto a new one, whose code is shown', async () => {
  const { page, press, goTo, program, complaints } = counter()
  const card = await aCard(500)
  const { order, paymentId } = await program.anOrder({ payment: 'Gift card', quantities: [2, 1] })
  await manager.post(`/payments/${paymentId}/capture`, { giftCardCode: card.code })
  await goTo(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
  await cancel.getByText(`onto the gift card …${card.last}`).waitFor()
  // The page follows what becomes of the card.
  await manager.post(`/gift-cards/${card.id}/deactivate`, { reason: 'Stolen' })
  await cancel.getByText(`The gift card …${card.last} is deactivated: keep the money for now`).waitFor()
  await cancel.getByRole('radio').first().check()
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await cancel
    .getByRole('alert')
    .getByText(`The gift card ${card.last} is deactivated: refund the payment onto a new one.`)
    .waitFor()
  await press('Escape')
  await cancel.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Pay back' })
  await refund.getByText(`The gift card …${card.last} is deactivated. It goes onto a new one`).waitFor()
  await refund.getByRole('textbox', { name: 'Amount' }).fill('4')
  await refund.getByRole('textbox', { name: 'Reason' }).fill('Scratched')
  expect(await accessibilityFaults(page)).toEqual([])
  await press('Enter')
  const made = page.getByRole('dialog', { name: 'The code of the gift card' })
  await made.getByRole('button', { name: 'Print' }).and(page.locator(':focus')).waitFor()
  const code = /([A-Z2-9]{4}-){3}([A-Z2-9]{4})/.exec(await made.innerText())?.[0] ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  await made.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Print refund 1' }).and(page.locator(':focus')).waitFor()

  const found = (await manager.post('/gift-cards/lookup', { code })).ok(GiftCard)
  expect(found).toMatchObject({ balance: 4, orderNumber: order.orderNumber })
  const issued = page.getByRole('region', { name: 'Gift cards' })
  await issued.getByText(`…${found.lastCharacters}`).waitFor()
  await press('Enter')
  const sheet = page.getByRole('region', { name: 'Preview' }).getByRole('article')
  await sheet.getByText(`Gift card …${found.lastCharacters}`).waitFor()
  expect(complaints).toEqual([])
})

describe('a refund onto a new gift card', () => {
  /** An order that was paid by a card which is deactivated by now, as its page shows it; `confirm` pays all of it back. */
  async function paidByDeactivated() {
    const { page, press, goTo, program } = counter()
    const card = await aCard(500)
    const { order, paymentId } = await program.anOrder({ payment: 'Gift card', quantities: [2, 1] })
    await manager.post(`/payments/${paymentId}/capture`, { giftCardCode: card.code })
    await manager.post(`/gift-cards/${card.id}/deactivate`, { reason: 'Stolen' })
    await goTo(`/orders/${order.id}`)
    const button = page.getByRole('button', { name: 'Refund', exact: true })
    const refund = page.getByRole('dialog', { name: 'Pay back' })
    const made = page.getByRole('dialog', { name: 'The code of the gift card' })
    return {
      button,
      made,
      order,
      refund,
      async confirm() {
        await button.click()
        await refund.getByRole('textbox', { name: 'Reason' }).fill('Scratched')
        await press('Enter')
      },
      /** What is on the card whose code is shown: all that was paid, of this order. */
      async expectShown() {
        await made.waitFor()
        const code = /([A-Z2-9]{4}-){3}([A-Z2-9]{4})/.exec(await made.innerText())?.[0] ?? ''
        const found = (await manager.post('/gift-cards/lookup', { code })).ok(GiftCard)
        expect(found).toMatchObject({ balance: order.orderTotal, orderId: order.id })
      },
    }
  }
  const isRefund = ({ pathname }: URL) => pathname.endsWith('/refund')

  test('shows its code where the dialog was closed before the answer, and before the page is left', async () => {
    const { page, press, complaints } = counter()
    const { button, confirm, expectShown, made, refund } = await paidByDeactivated()
    const answers = await keepBack(page, isRefund)
    await confirm()
    await eventually(answers.count).toBe(1)
    await press('Escape')
    await refund.waitFor({ state: 'detached' })
    await press('F3')
    await answers.letGo()
    await expectShown()
    await made.getByRole('button', { name: 'Done' }).click()
    await made.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Print refund 1' }).and(page.locator(':focus')).waitFor()
    expect(await button.count()).toBe(0)
    await press('F3')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('keeps its code in sight where somebody goes back, or elsewhere, before it is closed', async () => {
    const { page, press, goTo, scan, complaints } = counter()
    await goTo('/orders')
    const { confirm, expectShown, made, order } = await paidByDeactivated()
    await confirm()
    await made.waitFor()
    await press('Alt+ArrowLeft')
    await goTo('/till')
    await press('Control+k')
    await scan(order.orderNumber)
    await page.waitForTimeout(300)
    await expectShown()
    expect(page.url()).toContain(order.id)
    await made.getByRole('button', { name: 'Done' }).click()
    await made.waitFor({ state: 'detached' })
    await press('F3')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('lets the page be left once it is refused', async () => {
    const { page, press } = counter()
    const { confirm, order, refund } = await paidByDeactivated()
    const asked = await keepFromCore(page, isRefund)
    await confirm()
    await eventually(asked.count).toBe(1)
    await press('Escape')
    await refund.waitFor({ state: 'detached' })
    await press('F3')
    const paymentId = order.payments[0]?.id ?? ''
    const byAnother = { reason: 'Scratched', ontoNewGiftCard: true }
    expect((await manager.post(`/payments/${paymentId}/refund`, byAnother)).status).toBe(200)
    await asked.letGo()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  })

  test.for(['closed', 'loaded anew'])(
    'of all that was paid, whose answer was lost, tells a code when it is asked for again: %s',
    async (way) => {
      const { page, press } = counter()
      const { button, confirm, expectShown, made, order, refund } = await paidByDeactivated()
      await page.route(
        '**/refund',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await confirm()
      await refund.getByText(/try again/i).waitFor()
      if (way === 'closed') await press('Escape')
      else await page.reload()
      await refund.waitFor({ state: 'detached' })
      await page.getByText('Refunded', { exact: true }).first().waitFor()
      await button.waitFor()
      await press('F8')
      await refund.getByText(`of ${money(order.orderTotal)}`).waitFor()
      await press('Enter')
      await expectShown()
      await made.getByRole('button', { name: 'Done' }).click()
      await made.waitFor({ state: 'detached' })
      expect(await button.count()).toBe(0)
      const { giftCards } = (await manager.get(`/orders/${order.id}/gift-cards`)).ok(GiftCardsOfOrder)
      expect(giftCards).toHaveLength(1)
    },
  )
})

test('a gift card that is scanned among goods is told with what it holds, and no goods are added', async () => {
  const { lines, newOrder, page, scan, complaints } = counter()
  await newOrder()
  const { code, last } = await aCard(18.5)
  await scan(code)
  await page
    .getByRole('alert')
    .filter({ hasText: `Gift card …${last} holds €18.50.` })
    .waitFor()
  expect(await lines.count()).toBe(0)
  expect(complaints).toEqual([])
})
