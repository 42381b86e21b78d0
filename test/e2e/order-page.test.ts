import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { Customer } from '../../core/customers/customer.schema.ts'
import type { CartChoices } from '../support/clerk.ts'
import { stillness } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { brokenWords } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()

const region = (name: string): Locator => counter().page.getByRole('region', { name, exact: true })
const heading = async (number: string): Promise<void> =>
  counter()
    .page.getByRole('heading', { name: `Order ${number}` })
    .waitFor()

async function openedOrder(choices: CartChoices = {}) {
  const { program, goTo } = counter()
  const { order } = await program.anOrder({ payment: 'Card terminal', quantities: [2, 3], ...choices })
  await goTo(`/orders/${order.id}`)
  await heading(order.orderNumber)
  return order
}

describe('the page of an order', () => {
  test('says all that is known of it, each address once', async () => {
    const { program, page, goTo, complaints } = counter()
    const placing = await program.aCartReadyToPlace({ quantities: [2] })
    await program.post(`/carts/${placing.cartId}/properties`, { key: 'gift', value: 'For Ida' })
    await program.addLine(placing.cartId, undefined, {
      customProperties: [{ key: 'engraving', value: 'S/Y Vela' }],
    })
    await program.post('/payments', placing)
    const order = await program.readOrder(placing.cartId)
    await goTo(`/orders/${order.id}`)
    await heading(order.orderNumber)

    const details = await region('Details').innerText()
    for (const text of [order.id, order.orderNumber, 'Shop price, EUR']) expect(details).toContain(text)
    expect(await region('Properties').innerText()).toMatch(/gift\s+For Ida/)
    expect(await region('Lines').innerText()).toMatch(/engraving:?\s*S\/Y Vela/)
    expect(await region('Customer').innerText()).toContain(order.customer.id)
    await region('Shipment').getByText('Same as the billing address').waitFor()
    expect(await page.getByText('Havnegade 12').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('has room for an amount of hundreds of thousands in each line', async () => {
    const choices = { currency: 'DKK', cultureCode: 'da-DK', priceGroup: 'Shop price, DKK' }
    await openedOrder({ ...choices, payment: 'Cash', quantities: [900] })
    const total = region('Lines')
      .getByRole('cell')
      .filter({ hasText: /^\s*\d{3}\.\d{3},\d\d\skr\.\s*$/ })
    await total.waitFor()
    // The currency, too, stands beside its figure.
    expect(await brokenWords(total, /\d.*\skr\./gu)).toEqual([])
  })

  test('has room for a rate of tax of four digits', async () => {
    const { core, program, goTo } = counter()
    const manager = await localProgram(core, 'staff manage')
    const variants = [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 22 }] }]
    const body = { sku: 'CLOTH-1', names: { 'en-GB': 'Wrapping cloth' }, taxRate: 0.08875, variants }
    expect(
      (await manager.post('/manage/products', { ...body, catalogId: await manager.catalog('Knitwear') }))
        .status,
    ).toBe(200)
    const [cloth] = await program.products({ search: 'CLOTH-1' })
    const placing = await program.aCartReadyToPlace({ quantities: [1], cultureCode: 'de-DE' })
    await program.addLine(placing.cartId, cloth)
    await program.post('/payments', placing)
    await goTo(`/orders/${placing.cartId}`)
    const rate = region('Lines')
      .getByRole('cell')
      .filter({ hasText: /^\s*8,875\s%\s*$/ })
    await rate.waitFor()
    expect(await brokenWords(rate, /8,875\s%/gu)).toEqual([])
  })

  test('breaks no word of what goods are called, however narrow it is', async () => {
    const { page, program, goTo } = counter()
    const placing = await program.aCartReadyToPlace({ quantities: [1] })
    for (const search of ['BI-KIM', 'BM-HOJ']) {
      const [goods] = await program.products({ search })
      await program.addLine(placing.cartId, goods)
    }
    await program.post('/payments', placing)
    await goTo(`/orders/${placing.cartId}`)
    const lines = region('Lines').getByRole('table')
    await lines.getByText('Binoculars Kimming').waitFor()
    await lines.getByText('Barometer Højtryk').waitFor()
    try {
      for (const width of [640, 960, 1024]) {
        await page.setViewportSize({ width, height: 700 })
        await stillness(page)
        expect({ width, broken: await brokenWords(lines) }).toEqual({ width, broken: [] })
      }
    } finally {
      await page.setViewportSize({ width: 1360, height: 860 })
    }
  })

  test('follows a payment method that takes cash, or none, while it is received: what is typed stays where it counts, and what was answered before is asked again', async () => {
    const { page, program, press, core, complaints } = counter()
    const manager = await localProgram(core, 'admin')
    const order = await openedOrder({ payment: 'Cash' })
    const path = `/manage/payment-methods/${await program.paymentMethod('Cash')}`
    const takeCash = async (takesCash: boolean) =>
      expect((await manager.patch(path, { takesCash })).status).toBe(200)
    await region('Payment').getByRole('button', { name: 'Capture payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    const given = dialog.getByRole('textbox', { name: 'Given in cash' })
    const reference = dialog.getByRole('textbox', { name: 'Transaction id' })
    const focused = page.locator(':focus')
    await given.and(focused).waitFor()
    await given.fill('5000')
    try {
      await takeCash(false)
      await dialog.getByText('Cash is not taken in coins and notes any more').waitFor()
      await reference.and(focused).waitFor()
      await reference.fill('TERM-1')
      await takeCash(true)
      await dialog.getByText('Cash is taken in coins and notes now').waitFor()
      await given.and(focused).waitFor()
      expect(await given.inputValue()).toBe('5000')
      await takeCash(false)
      await reference.and(focused).waitFor()
      expect(await reference.inputValue()).toBe('TERM-1')
      // A hand that was on its way has not seen what it says now.
      await press('Enter')
      await reference.and(page.locator('[aria-invalid="true"]')).waitFor()
      expect((await program.readOrder(order.id)).payments).toMatchObject([{ state: 'Pending' }])
      await press('Enter')
      await dialog.waitFor({ state: 'hidden' })
    } finally {
      await takeCash(true)
    }
    const [payment] = (await program.readOrder(order.id)).payments
    expect(payment).toMatchObject({ state: 'Captured', transactionId: 'TERM-1' })
    expect(payment?.cashGiven).toBeUndefined()
    expect(complaints).toEqual([])
  })

  test('leads to all orders of its customer, those of a double that was merged into them, too', async () => {
    const { page, program, core } = counter()
    const manager = await localProgram(core, 'admin')
    const [own, other] = [
      (await program.anOrder({ billing: { email: 'isak@farm.example' } })).order,
      await openedOrder({ billing: { email: 'karen@rungsted.example' } }),
    ]
    const path = `/manage/customers/${other.customer.id}/merge`
    expect((await manager.post(path, { doubleId: own.customer.id })).status).toBe(200)
    await region('Customer').getByRole('link', { name: 'All orders of this customer' }).press('Enter')
    for (const { orderNumber } of [own, other])
      await page.getByRole('row').filter({ hasText: orderNumber }).waitFor()
    expect(await page.getByRole('table').getByRole('row').count()).toBe(3)
  })

  test('leads to all orders of a customer who has given no e-mail, too', async () => {
    const { page, program, goTo } = counter()
    const { id: customerId } = (
      await program.post('/customers', { firstName: 'Per', lastName: 'Bagger' })
    ).ok(Customer)
    const placing = await program.aCartReadyToPlace({ billing: { email: null } })
    await program.patch(`/carts/${placing.cartId}`, { customerId })
    await program.post('/payments', placing)
    await goTo(`/orders/${placing.cartId}`)
    await region('Customer').getByText(customerId).waitFor()
    await region('Customer').getByRole('link', { name: 'All orders of this customer' }).press('Enter')
    await page.waitForURL(new RegExp(`search=${customerId}`))
    await eventually(async () => page.getByRole('table').getByRole('row').count()).toBe(2)
  })

  test('does not say where goods go that are collected', async () => {
    const order = await openedOrder({ shipping: 'Collection in the shop' })
    expect(order.billingAddress.city).not.toBe('')
    await region('Shipment').getByText('Collection in the shop').waitFor()
    await counter().page.waitForTimeout(500)
    expect(await region('Shipment').innerText()).not.toContain('billing address')
    // Nor is there a line over nothing.
    const lines = region('Shipment').locator('.border-t, .border-b').filter({ visible: true })
    const bottoms = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height))
    expect(bottoms).toHaveLength(1)
  })

  test('says where the parcel is, once somebody has said so; what is collected is not followed', async () => {
    const { page, press, complaints, goTo } = counter()
    const order = await openedOrder({ shipping: 'Home delivery' })
    const follow = region('Shipment').getByRole('button', { name: 'Track and trace', exact: true })
    await follow.focus()
    await press('Enter')
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Track and trace' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('JJD000390007882', { delay: 60 })
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await region('Shipment').getByText('JJD000390007882').waitFor()
    await region('History').getByText('Track and trace: JJD000390007882').waitFor()
    await follow.and(page.locator(':focus')).waitFor()
    expect((await counter().program.readOrder(order.id)).shipments[0]?.trackAndTrace).toBe('JJD000390007882')
    const collected = await openedOrder({ shipping: 'Collection in the shop' })
    await goTo(`/orders/${collected.id}`)
    await eventually(async () => follow.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('tells by what else a colleague follows the parcel meanwhile, before that is written over', async () => {
    const { page, press, program, complaints } = counter()
    const order = await openedOrder({ shipping: 'Home delivery' })
    const tracked = async () => (await program.readOrder(order.id)).shipments[0]?.trackAndTrace
    await region('Shipment').getByRole('button', { name: 'Track and trace', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Track and trace' }).fill('MINE')
    await program.post(`/orders/${order.id}/track-and-trace`, { trackAndTrace: 'THEIRS' })
    await page.getByText('THEIRS', { exact: true }).waitFor()
    await press('Enter')
    await dialog.getByText('Somebody else has set it to “THEIRS” meanwhile.').waitFor()
    expect(await tracked()).toBe('THEIRS')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await tracked()).toBe('MINE')
    expect(complaints).toEqual([])
  })

  test('sends the goods elsewhere, paid as it is, and tells what a colleague has made of it meanwhile', async () => {
    const { page, press, program, complaints } = counter()
    const { order, paymentId } = await program.anOrder({ shipping: 'Home delivery' })
    await program.post(`/payments/${paymentId}/capture`, {})
    await counter().goTo(`/orders/${order.id}`)
    const change = region('Shipment').getByRole('button', { name: 'Change delivery address' })
    await change.focus()
    await press('Enter')
    const dialog = page.getByRole('dialog')
    const street = dialog.getByRole('textbox', { name: 'Street and number' })
    await street.fill('Kastanievej 5')
    expect(await dialog.getByRole('textbox', { name: 'Country' }).isDisabled()).toBe(true)
    // A colleague has heard of another one.
    const shippingAddress = await program.anAddress({ line1: 'Lindevej 7' })
    await program.post(`/orders/${order.id}/shipping-address`, { shippingAddress })
    await page.getByText('Lindevej 7', { exact: true }).waitFor()
    await street.press('Enter')
    await dialog.getByText('Somebody else has changed it to “Ida Møller, Lindevej 7').waitFor()
    const sentTo = async () => (await program.readOrder(order.id)).shipments[0]?.shipmentAddress.line1
    expect(await sentTo()).toBe('Lindevej 7')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await region('Shipment').getByText('Kastanievej 5').waitFor()
    await region('History').getByText('Delivery address: Ida Møller, Kastanievej 5').waitFor()
    expect(await sentTo()).toBe('Kastanievej 5')
    await change.and(page.locator(':focus')).waitFor()
    // What is typed stays, whatever a colleague makes of it meanwhile.
    await press('Enter')
    await street.fill('Egevej 2')
    await program.post(`/orders/${order.id}/shipping-address`, { shippingAddress })
    await page.getByText('Lindevej 7', { exact: true }).waitFor()
    await page.reload()
    await change.click()
    expect(await street.inputValue()).toBe('Egevej 2')
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // What is gone is sent nowhere else.
    await program.post(`/orders/${order.id}/complete`, {})
    await eventually(async () => change.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('takes a comment for colleagues by one key, keeps what is typed, and never prints it', async () => {
    const { complaints, page, press, program } = counter()
    const order = await openedOrder()
    const history = region('History')
    const field = history.getByRole('textbox', { name: 'Internal comment' })
    const comments = history.getByRole('listitem').filter({ hasText: 'Rings back' })
    await press('c')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Rings back', { delay: 40 })
    await press('Shift+Enter')
    await page.keyboard.type('on Monday', { delay: 40 })
    await page.reload()
    await heading(order.orderNumber)
    await eventually(async () => field.inputValue()).toBe('Rings back\non Monday')
    await press('c')
    await Promise.all([press('Enter'), press('Enter')])
    await comments.getByText('on Monday').waitFor()
    // The next one is typed where the keyboard is.
    await field.and(page.locator(':focus')).waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await comments.count()).toBe(1)
    // What a colleague says meanwhile appears, and takes nothing of what is typed.
    await page.keyboard.type('And then', { delay: 40 })
    await program.post(`/orders/${order.id}/comments`, { comment: 'Rings back on Tuesday' })
    await eventually(async () => comments.count()).toBe(2)
    expect(await field.inputValue()).toBe('And then')
    await field.fill('')
    await press('Control+p')
    const preview = region('Preview').getByRole('article')
    await preview.waitFor()
    expect(await preview.innerText()).not.toContain('Rings back')
    expect(complaints).toEqual([])
  })

  test('shows its JSON and the call by one key, and the call answers that JSON', async () => {
    const { page, press, core } = counter()
    const order = await openedOrder()
    await press('Control+j')
    const dialog = page.getByRole('dialog', { name: `Order ${order.orderNumber}` })
    const [call, json] = [
      dialog.getByRole('region', { name: 'The call' }),
      dialog.getByRole('region', { name: 'What it answers' }),
    ]
    expect(await call.locator('pre').innerText()).toContain(`'${core.api}/api/v1/orders/${order.id}`)
    const shown = JSON.parse(await json.locator('pre').innerText()) as object
    expect(shown).toMatchObject(order)
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('leads to the next and the one before of the list it was opened from, and back to that list', async () => {
    const { page, program, press, goTo } = counter()
    const numbers: string[] = []
    const billing = { firstName: 'Trine', lastName: 'Trailside', email: 'trine@trailside.example' }
    for (let count = 0; count < 3; count++)
      numbers.unshift((await program.anOrder({ billing, shipping: null })).order.orderNumber)
    const [newest = '', middle = '', oldest = ''] = numbers
    await goTo('/orders?search=trailside')
    await page.getByRole('link', { name: newest }).waitFor()
    await press('ArrowDown', 'Enter')
    await heading(newest)
    expect(await page.getByRole('button', { name: 'Previous order' }).isDisabled()).toBe(true)
    await press('j')
    await heading(middle)
    await press('j')
    await heading(oldest)
    await press('k')
    await heading(middle)
    // Loaded anew, the page still knows the list.
    await page.reload()
    await heading(middle)
    await page.getByRole('button', { name: 'Next order' }).waitFor()
    await press('j')
    await heading(oldest)
    // A letter in a text is a letter.
    await press('Shift+F8')
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('kj', { delay: 120 })
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('kj')
    await page.getByRole('button', { name: 'Back to the orders' }).click()
    await page.waitForURL(/#\/orders\?search=trailside$/)
  })

  test('captures and pays goods that come back by keyboard, and names them in the history', async () => {
    const { page, program, press } = counter()
    const order = await openedOrder()
    const [line] = order.orderLines
    await press('F8')
    await page.getByRole('dialog', { name: 'Capture this payment?' }).waitFor()
    await press('Enter')
    await page.getByRole('button', { name: 'Refund' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await press('F8')
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    await dialog.getByRole('textbox', { name: 'Amount' }).and(page.locator(':focus')).waitFor()
    await press('Tab')
    await dialog.getByRole('spinbutton').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.type('1')
    const unit = ((line?.total ?? 0) / (line?.quantity ?? 1)).toFixed(2)
    await eventually(async () => dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe(unit)
    await press('Tab', 'Tab')
    await dialog.getByRole('checkbox', { name: 'Back into stock' }).and(page.locator(':focus')).waitFor()
    await press('Tab')
    await dialog.getByRole('textbox', { name: 'Reason' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Torn seam', { delay: 120 })
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await region('Payment').getByText('Partially refunded').waitFor()
    await region('Money in and out')
      .getByText(`1 × ${line?.productName ?? ''}: Torn seam`)
      .waitFor()
    expect((await program.readOrder(order.id)).payments[0]?.refunded).toBe(Number(unit))
  })

  test('counts no pieces by a wheel that is turned over them: the list of goods that come back is scrolled', async () => {
    const { page, program, complaints } = counter()
    const order = await openedOrder({ quantities: [3] })
    const [line] = order.orderLines
    await program.post(`/payments/${order.payments[0]?.id ?? ''}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const pieces = dialog.getByRole('spinbutton')
    await pieces.fill('1')
    await pieces.hover()
    await pieces.evaluate((field: HTMLElement) =>
      field.addEventListener('wheel', () => setTimeout(() => (field.dataset['turned'] = ''))),
    )
    await page.mouse.wheel(0, -100)
    await dialog.locator('[data-turned]').waitFor()
    expect(await pieces.inputValue()).toBe('1')
    const unit = ((line?.total ?? 0) / (line?.quantity ?? 1)).toFixed(2)
    expect(await dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe(unit)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })

  test('offers goods that came back before no more, and says what was paid back, when and why', async () => {
    const { page, program, complaints } = counter()
    const order = await openedOrder({ quantities: [2, 1] })
    const [mugs, socks] = order.orderLines
    if (!mugs || !socks) throw new Error('The order has two lines.')
    const { id: paymentId } = order.payments[0] ?? { id: '' }
    const unit = mugs.total / mugs.quantity
    const refund = async (body: object) => {
      expect((await program.post(`/payments/${paymentId}/refund`, body)).status).toBe(200)
    }
    await program.post(`/payments/${paymentId}/capture`, {})
    await refund({ amount: unit, lines: [{ lineId: mugs.id, quantity: 1 }], reason: 'Torn seam' })
    await refund({ amount: 1, reason: 'Came late' })
    await region('Payment').getByText('Partially refunded').waitFor()
    const said = region('Money in and out')
    await said.getByText(/Came late/).waitFor()

    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const before = dialog.getByRole('list', { name: 'Paid back before' })
    const texts = await before.getByRole('listitem').allInnerTexts()
    expect(texts).toMatchObject([
      expect.stringMatching(/1 × .*: Torn seam.*\d{4}, \d/s),
      expect.stringContaining('Came late'),
    ])
    const pieces = dialog.getByRole('spinbutton', { name: `Pieces that come back: ${mugs.productName}` })
    await pieces.fill('2')
    expect(await pieces.inputValue()).toBe('1')
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    expect(await amount.inputValue()).toBe(unit.toFixed(2))

    // A colleague takes it back while the dialog is open.
    await refund({ amount: unit, lines: [{ lineId: mugs.id, quantity: 1 }], reason: 'The other, too' })
    await before.getByText(/The other, too/).waitFor()
    const left = (order.orderTotal - 2 * unit - 1).toFixed(2)
    await dialog.getByText(new RegExp(`^€${left} of the payment`)).waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Both, it seems')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByText(`of ${mugs.productName} only 0 can still come back`).waitFor()
    expect((await program.readOrder(order.id)).payments[0]?.refunded).toBe(2 * unit + 1)
    await pieces.fill('0')
    await dialog.getByText('Came back before').waitFor()
    expect(await dialog.getByRole('spinbutton').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})
