import { describe, expect, onTestFinished, test } from 'vitest'
import { ManagedPaymentMethod } from '../../core/payment-methods/manage/payment-method.schema.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({ isProcess: true })
const TITLE = 'Capture this payment?'
/** A hand that types, slower than any scanner. */
const TYPING = { delay: 115 }

/** An order that has just been placed, to be paid as it says. */
async function justPlaced(payment: string) {
  const { page, program, goTo } = counter()
  const { order } = await program.anOrder({ payment, quantities: [2, 1] })
  await goTo(`/orders/${order.id}?placed`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  const dialog = page.getByRole('dialog', { name: TITLE })
  const paymentsNow = async () =>
    (await program.readOrder(order.id)).payments.map(({ amount, paymentMethod, state }) => [
      paymentMethod.name,
      state,
      amount,
    ])
  return { order, dialog, paymentsNow }
}

const money = (amount: number) => `€${amount.toFixed(2)}`
const minus = (amount: number, part: number) => Math.round((amount - part) * 100) / 100

describe('an order that is paid in parts', () => {
  test('by the keyboard alone: some of it in cash, the rest by card', async () => {
    const { page, press, complaints } = counter()
    const { dialog, order, paymentsNow } = await justPlaced('Cash')
    const left = minus(order.orderTotal, 50)
    await press('F8')
    const given = dialog.getByRole('textbox', { name: 'Given in cash' })
    await given.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('50', TYPING)
    await press('Enter')
    await eventually(async () => faultAt(given)).toContain(`At least ${money(order.orderTotal)}`)
    // It was meant to be a part.
    await press('Tab', 'Enter')
    await dialog.getByRole('combobox', { name: 'Received by' }).and(page.locator(':focus')).waitFor()
    await press('Tab')
    await page.keyboard.type('50', TYPING)
    await dialog.getByText(`${money(left)} is then still to be paid.`).waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })

    const placed = page.getByRole('region', { name: 'Order placed' })
    await placed.getByText(money(left)).waitFor()
    await placed.getByText('€50.00 received').waitFor()
    await page.getByRole('button', { name: 'Capture payment' }).and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Reopen' }).count()).toBe(0)

    await press('Enter')
    await given.and(page.locator(':focus')).waitFor()
    await press('Tab', 'Enter')
    const by = dialog.getByRole('combobox', { name: 'Received by' })
    await by.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('card term', TYPING)
    await press('Enter')
    await dialog.getByText(`Confirm that ${money(left)} has been received by Card terminal.`).waitFor()
    await dialog.getByRole('textbox', { name: 'Transaction id' }).fill('TERM-1')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'New order' }).and(page.locator(':focus')).waitFor()
    expect(await paymentsNow()).toStrictEqual([
      ['Cash', 'Captured', 50],
      ['Card terminal', 'Captured', left],
    ])
    expect(complaints).toEqual([])
  })

  test('what is no part of it is told at its field', async () => {
    const { page, press } = counter()
    const { dialog, order, paymentsNow } = await justPlaced('Card terminal')
    await press('F8')
    await dialog.getByRole('button', { name: 'Only a part, or by another method' }).click()
    const part = dialog.getByRole('textbox', { name: 'Amount received' })
    await part.fill('20')
    expect(await accessibilityFaults(page)).toEqual([])
    for (const [typed, fault] of [
      ['0', `Write an amount such as ${order.orderTotal.toFixed(2)}.`],
      ['ten', `Write an amount such as ${order.orderTotal.toFixed(2)}.`],
      ['9999', `At most ${money(order.orderTotal)}`],
    ] as const) {
      await part.fill(typed)
      await page.keyboard.press('Enter')
      await eventually(async () => faultAt(part)).toContain(fault)
    }
    expect(await paymentsNow()).toStrictEqual([['Card terminal', 'Pending', order.orderTotal]])
    await press('Escape')
  })

  test('a part in cash is what coins pay: only the last of an order is rounded', async () => {
    const { page, press, program, goTo, complaints } = counter()
    const kroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', payment: 'Cash' }
    const { order } = await program.anOrder(kroner)
    await goTo(`/orders/${order.id}?placed`)
    const dialog = page.getByRole('dialog', { name: TITLE })
    await page.getByRole('button', { name: 'Capture payment' }).and(page.locator(':focus')).waitFor()
    await press('F8')
    await dialog.getByRole('button', { name: 'Only a part, or by another method' }).click()
    const part = dialog.getByRole('textbox', { name: 'Amount received' })
    await part.fill('20.20')
    await page.keyboard.press('Enter')
    await eventually(async () => faultAt(part)).toMatch(/A part in cash is paid in steps of DKK\s0\.50/u)
    await part.fill('20.50')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const { payments } = await program.readOrder(order.id)
    expect(payments.map(({ amount, state }) => [amount, state])).toStrictEqual([
      [20.5, 'Captured'],
      [minus(order.orderTotal, 20.5), 'Pending'],
    ])
    expect(complaints).toEqual([])
  })

  test('half typed is there again after a reload, until somebody gives it up or it is received', async () => {
    const { page, press, complaints } = counter()
    const { dialog, order, paymentsNow } = await justPlaced('Cash')
    const given = dialog.getByRole('textbox', { name: 'Given in cash' })
    const part = dialog.getByRole('textbox', { name: 'Amount received' })
    const by = dialog.getByRole('combobox', { name: 'Received by' })
    const number = dialog.getByRole('textbox', { name: 'Transaction id' })
    const inParts = dialog.getByRole('button', { name: 'Only a part, or by another method' })
    const loadAnew = async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Capture payment' }).waitFor()
      await press('F8')
      await dialog.waitFor()
    }
    await press('F8')
    await given.fill('200')
    await loadAnew()
    expect(await given.inputValue()).toBe('200')
    await inParts.click()
    await part.fill('20')
    await by.fill('Card')
    await page.getByRole('option', { name: 'Card terminal' }).click()
    await number.fill('TERM-7')

    await loadAnew()
    await number.waitFor()
    await eventually(async () => by.inputValue()).toBe('Card terminal')
    expect(await Promise.all([number.inputValue(), part.inputValue()])).toEqual(['TERM-7', '20'])
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await press('F8')
    await inParts.waitFor()
    expect(await given.inputValue()).toBe('')

    await given.fill('200')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([['Cash', 'Captured', order.orderTotal]])
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('.capture'))),
    ).toEqual([])
    expect(complaints).toEqual([])
  })

  test('of which a colleague receives a part meanwhile is said to be so, with what is still to be paid', async () => {
    const { page, press, program } = counter()
    const { dialog, order } = await justPlaced('Card terminal')
    await press('F8')
    const number = dialog.getByRole('textbox', { name: 'Transaction id' })
    await number.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('TERM', TYPING)
    await program.post(`/payments/${order.payments[0]?.id}/capture`, { amount: 5 })
    const left = money(minus(order.orderTotal, 5))
    await dialog.getByText(`A part of it has been received meanwhile: ${left} is still to be paid.`).waitFor()
    // The keyboard stays where it is, and what is typed with it.
    await page.waitForTimeout(500)
    await page.keyboard.type('-8', TYPING)
    expect(await number.inputValue()).toBe('TERM-8')
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await press('F8')
    await dialog.getByText(`Confirm that ${left} has been received by Card terminal.`).waitFor()
    await press('Escape')
  })

  test('by another method, though the answer is lost; and cancelled, each part goes back as it came', async () => {
    const { page, press, program } = counter()
    const { dialog, order, paymentsNow } = await justPlaced('Card terminal')
    await page.route(
      '**/capture',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press('F8')
    await dialog.getByRole('button', { name: 'Only a part, or by another method' }).click()
    const by = dialog.getByRole('combobox', { name: 'Received by' })
    await by.fill('Mobile')
    await page.getByRole('option', { name: 'Mobile wallet' }).click()
    await dialog.getByRole('textbox', { name: 'Amount received' }).fill('20')
    await dialog.getByRole('textbox', { name: 'Transaction id' }).fill('WALLET-7')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const left = minus(order.orderTotal, 20)
    expect(await paymentsNow()).toStrictEqual([
      ['Mobile wallet', 'Captured', 20],
      ['Card terminal', 'Pending', left],
    ])
    const [, rest] = (await program.readOrder(order.id)).payments
    await program.post(`/payments/${rest?.id}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
    await cancel.getByText('€20.00 by Mobile wallet').waitFor()
    await cancel.getByText(`${money(left)} by Card terminal`).waitFor()
    await cancel.getByRole('radio').first().check()
    await cancel.getByRole('button', { name: 'Cancel order' }).click()
    await cancel.waitFor({ state: 'hidden' })
    expect(await paymentsNow()).toStrictEqual([
      ['Mobile wallet', 'Refunded', 20],
      ['Card terminal', 'Refunded', left],
    ])
  })

  test('goods worth more than one of the payments say what goes back of another', async () => {
    const { page, press, program } = counter()
    const { dialog, order } = await justPlaced('Card terminal')
    const [{ id } = { id: '' }] = order.payments
    const part = (await program.post(`/payments/${id}/capture`, { amount: 5 })).body as typeof order
    await program.post(`/payments/${part.payments[1]?.id}/capture`, {})
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Refund' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Refund' }).first().click()
    const refund = page.getByRole('dialog', { name: 'Pay back' })
    const [line] = order.orderLines
    await refund
      .getByRole('spinbutton', { name: /^Pieces that come back/ })
      .first()
      .fill('1')
    const price = Math.round(((line?.total ?? 0) / (line?.quantity ?? 1)) * 100) / 100
    await refund
      .getByText(`${money(minus(price, 5))} more is for these goods: refund it of another payment.`)
      .waitFor()
    await press('Escape')
  })

  test('by a method that is renamed meanwhile says what it is called now', async () => {
    const { page, press, core, complaints } = counter()
    const manager = await localProgram(core, 'staff manage')
    const wallet = `/manage/payment-methods/${await manager.paymentMethod('Mobile wallet')}`
    const { names } = (await manager.get(wallet)).ok(ManagedPaymentMethod)
    onTestFinished(async () => void (await manager.patch(wallet, { names })))
    const { dialog } = await justPlaced('Card terminal')
    await press('F8')
    await dialog.getByRole('button', { name: 'Only a part, or by another method' }).click()
    const by = dialog.getByRole('combobox', { name: 'Received by' })
    await by.fill('Mobile')
    await page.getByRole('option', { name: 'Mobile wallet' }).click()
    await manager.patch(wallet, { names: { 'en-GB': 'Phone' } })
    await eventually(() => by.inputValue()).toBe('Phone')
    expect(complaints).toEqual([])
  })
})
