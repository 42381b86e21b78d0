import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../core/orders/order.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({ isProcess: true })

/** A placed order, opened in the console. */
async function openedOrder() {
  const { page, program, goTo } = counter()
  const { order } = await program.anOrder({ payment: 'Card terminal', quantities: [2, 1] })
  await goTo(`/orders/${order.id}`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await status('New').waitFor()
  return order
}

/** The order's state beside its number. */
const status = (text: string): Locator =>
  counter().page.locator('main').getByText(text, { exact: true }).first()

/** The keyboard is where goods are scanned. */
const scanning = async (): Promise<void> => {
  const { page } = counter()
  const field = page.getByRole('combobox', { name: 'Scan, sku or name' })
  await field.and(page.locator(':focus')).waitFor()
}

/** What has happened to the order, newest first. */
const history = async (): Promise<string> =>
  counter().page.getByRole('region', { name: 'History' }).getByRole('listitem').allInnerTexts().then(String)

/** The next of these steps is taken; whoever asked for it never hears so. */
const loseAnswerTo = async (step: string): Promise<unknown> =>
  counter().page.route(
    `**/${step}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

describe('after the order', () => {
  test('the payment is captured with its transaction id, and the order completed', async () => {
    const order = await openedOrder()
    const { page, program, press, complaints } = counter()
    await page.getByRole('button', { name: 'Capture payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.getByRole('textbox', { name: 'Transaction id' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('TERM-4711')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await status('Paid').waitFor()
    await page.getByRole('region', { name: 'Payment' }).getByText('TERM-4711').waitFor()

    await page.getByRole('button', { name: 'Complete order' }).click()
    await status('Completed').waitFor()
    await eventually(history).toMatch(/^Completed.*Paid.*TERM-4711.*placed/s)
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)

    const { orderStatus, completedDate, payments } = await program.readOrder(order.id)
    expect(orderStatus.name).toBe('Completed order')
    expect(completedDate).not.toBeNull()
    expect(payments[0]?.transactionId).toBe('TERM-4711')
    expect(complaints).toEqual([])
  })

  test('an order that was completed though the answer was lost is not to be completed again', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await status('Paid').waitFor()
    await loseAnswerTo('complete')
    await page.getByRole('button', { name: 'Complete order' }).click()
    await status('Completed').waitFor()
    await eventually(history).toMatch(/^Completed/)
    await page.getByText('try again').waitFor({ state: 'detached' })
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  })

  const steps = [
    ['capture', 'Capture payment', 'Capture this payment?', 'Captured'],
    ['cancel', 'Cancel order', 'Cancel this order?', 'Cancelled'],
    ['reopen', 'Reopen', 'Reopen this order?', 'Reopened'],
    ['void', 'Void', 'Void this payment?', 'Voided'],
    ['track-and-trace', 'Track and trace', 'Track and trace', 'JJD0001'],
  ] as const
  test.for(steps)(
    'a step to which no answer came is over once the order is seen to be so: %s',
    async ([step, button, title, text]) => {
      await openedOrder()
      const { page, press } = counter()
      await loseAnswerTo(step)
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: title })
      const field = dialog.getByRole('textbox')
      await field.fill(text)
      await press('Enter')
      await dialog.waitFor({ state: 'detached' })
      if (step === 'reopen') await page.waitForURL(/#\/carts\/./)
      else await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
    },
  )

  test('a note that is saved is told to readers of screens, and the keyboard stays with it', async () => {
    const order = await openedOrder()
    const { page, press, program, complaints } = counter()
    const region = page.getByRole('region', { name: 'Note' })
    await press('Shift+F8')
    const note = region.getByRole('textbox', { name: 'Note' })
    await note.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Rings twice', { delay: 120 })
    await press('Tab', 'Tab', 'Enter')
    await region.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect((await program.readOrder(order.id)).note).toBe('Rings twice')
    const edit = region.getByRole('button', { name: 'Edit note' })
    await edit.and(page.locator(':focus')).waitFor()
    // Given up, it is left in the same place, and nothing is said to be saved.
    await press('Enter')
    await note.and(page.locator(':focus')).waitFor()
    expect(await region.getByRole('status').innerText()).toBe('')
    await press('Tab', 'Enter')
    await edit.and(page.locator(':focus')).waitFor()
    expect(await region.getByRole('status').innerText()).toBe('')
    expect(complaints).toEqual([])
  })

  test('a note to which no answer came is saved once the order is seen to have it', async () => {
    const order = await openedOrder()
    const { page, program, complaints } = counter()
    await page.getByRole('button', { name: 'Add note' }).click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('Rings twice')
    await loseAnswerTo('note')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await note.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Note' }).getByText('Rings twice').waitFor()
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect((await program.readOrder(order.id)).note).toBe('Rings twice')
    expect(complaints).toEqual([])
  })

  test('cash is given, what goes back is told while it is typed and afterwards, and is on the papers', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { order } = await program.anOrder({ payment: 'Cash', quantities: [1], shipping: null })
    await goTo(`/orders/${order.id}?placed`)
    await page.getByRole('button', { name: 'Capture payment' }).and(page.locator(':focus')).waitFor()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    const given = dialog.getByRole('textbox', { name: 'Given in cash' })
    await given.and(page.locator(':focus')).waitFor()

    await page.keyboard.type('0.5', { delay: 80 })
    await press('Enter')
    await eventually(() => faultAt(given)).toContain(`At least €${order.orderTotal.toFixed(2)}`)
    await given.fill((order.orderTotal + 7.5).toFixed(2))
    await dialog.getByText('€7.50', { exact: true }).waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Order placed' }).getByText('€7.50', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New order' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('region', { name: 'Payment', exact: true }).getByText('€7.50').waitFor()

    await goTo(`/orders/${order.id}/print?document=receipt`)
    await page.getByRole('article').getByText('Change', { exact: true }).waitFor()
    expect((await program.readOrder(order.id)).payments).toMatchObject([
      { state: 'Captured', cashChange: 7.5 },
    ])
    expect(complaints).toEqual([])
  })

  test('cash that is typed as soon as the order is there has all its digits', async () => {
    const { page, program, goTo } = counter()
    const { order } = await program.anOrder({ payment: 'Cash', quantities: [1], shipping: null })
    await goTo(`/orders/${order.id}?placed`)
    await page.getByRole('button', { name: 'Capture payment' }).waitFor()
    await page.keyboard.press('F8')
    const given = page.getByRole('textbox', { name: 'Given in cash' })
    await given.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('5')
    // By then the page would lead on to its next step.
    await page.waitForTimeout(400)
    await page.keyboard.press('0')
    expect(await given.inputValue()).toBe('50')
    await page.keyboard.press('Escape')
  })

  test('what is asked for in coins and notes stands where the order is placed', async () => {
    const { core, goTo, page, program } = counter()
    const priced = await localProgram(core, 'staff price')
    const choices = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null, payment: 'Cash' }
    const placing = await program.aCartReadyToPlace({ ...choices, quantities: [1] })
    const [line] = (await program.readCart(placing.cartId)).orderLines
    expect((await priced.patch(`/carts/${placing.cartId}/lines/${line?.id}`, { price: 10.31 })).status).toBe(
      200,
    )
    expect((await program.post('/payments', placing)).status).toBe(200)
    const { orderTotal, payments } = await program.readOrder(placing.cartId)
    expect(payments[0]?.cashDue).not.toBe(orderTotal)
    await goTo(`/orders/${placing.cartId}?placed`)
    const told = page.getByRole('region', { name: 'Order placed' })
    await told.getByText(`DKK ${payments[0]?.cashDue?.toFixed(2)}`, { exact: true }).waitFor()
    await told.getByText(`DKK ${orderTotal.toFixed(2)}, rounded for cash`, { exact: true }).waitFor()
  })

  test('cash that a colleague has received meanwhile is said to be, and nothing goes back of it', async () => {
    const { page, program, goTo } = counter()
    const { order, paymentId } = await program.anOrder({ payment: 'Cash', quantities: [1], shipping: null })
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Capture payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.getByRole('textbox', { name: 'Given in cash' }).fill((order.orderTotal + 7.5).toFixed(2))
    const change = dialog.getByText('€7.50', { exact: true })
    await change.waitFor()
    await program.post(`/payments/${paymentId}/capture`, {})
    await dialog.getByText('This payment is “Captured” by now.').waitFor()
    await change.waitFor({ state: 'detached' })
    // Captured all the same, it is refused, and told once.
    await dialog.getByRole('button', { name: 'Capture payment' }).click()
    await dialog.getByRole('alert').getByText('The payment is in the state “Captured”.').waitFor()
    expect(await dialog.getByText('“Captured”').count()).toBe(1)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Refund' }).waitFor()
  })

  test('a payment that will not come is voided, with the reason in the history', async () => {
    await openedOrder()
    const { page } = counter()
    await page.getByRole('button', { name: 'Void', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Void this payment?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Card declined twice')
    await dialog.getByRole('button', { name: 'Void' }).click()
    await page.getByRole('region', { name: 'Payment' }).getByText('Voided').waitFor()
    await eventually(history).toContain('Card declined twice')
    expect(await page.getByRole('button', { name: 'Capture payment' }).count()).toBe(0)
  })

  test('an order is cancelled with a reason; what was open of its payment goes with it', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Changed her mind')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await status('Cancelled').waitFor()
    await page.getByRole('region', { name: 'Payment' }).getByText('Voided').waitFor()
    await eventually(history).toContain('Changed her mind')
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('Cancelled')
  })

  test('an order is copied to a new cart with the same goods, ready to be changed', async () => {
    const order = await openedOrder()
    const { page, program, lines } = counter()
    await page.getByRole('button', { name: 'Copy to new cart' }).click()
    await page.waitForURL(/#\/carts\/./)
    await eventually(async () => lines.count()).toBe(order.orderLines.length)
    for (const { productName, quantity } of order.orderLines) {
      const field = page.getByRole('spinbutton', { name: `Quantity: ${productName}`, exact: true })
      expect(await field.inputValue()).toBe(String(quantity))
    }
    const copy = await program.readCart(/carts\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '')
    expect(copy.id).not.toBe(order.id)
    expect(copy.subTotal).toBe(order.subTotal)
  })

  test('an order with goods that are sold no more is copied without them, and the new cart names them until it is read', async () => {
    const { page, core, program, lines, goTo, complaints } = counter()
    const manager = await localProgram(core, 'staff manage')
    const priceGroupId = await manager.priceGroup()
    const body = {
      sku: 'GONE-1',
      names: { 'en-GB': 'Storm lantern' },
      catalogId: await manager.catalog('Knitwear'),
      taxRate: 0.25,
      variants: [{ prices: [{ priceGroupId, price: 40 }] }],
    }
    expect((await manager.post('/manage/products', body)).status).toBe(200)
    const placing = await program.aCartReadyToPlace({ quantities: [2] })
    const [lantern] = await program.products({ search: 'GONE-1' })
    await program.addLine(placing.cartId, lantern, { quantity: 3 })
    await program.post('/payments', placing)
    const order = await program.readOrder(placing.cartId)
    expect((await manager.delete('/manage/products/GONE-1')).status).toBe(200)

    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Copy to new cart' }).click()
    await page.waitForURL(/#\/carts\/./)
    const notice = page.getByRole('alert').filter({ hasText: 'Not everything of the order is in this cart' })
    await notice.getByText('3 × Storm lantern is not sold any more').waitFor()
    await eventually(async () => lines.count()).toBe(1)
    await page.reload()
    await notice.waitFor()
    await notice.getByRole('button', { name: 'Close' }).click()
    await notice.waitFor({ state: 'hidden' })
    await page.reload()
    await eventually(async () => lines.count()).toBe(1)
    expect(await notice.count()).toBe(0)
    expect(complaints).toEqual([])

    // Of an order of nothing else there is no cart to make.
    const only = await program.anOrder({ quantities: [1] })
    const [line] = only.order.orderLines
    await manager.patch(`/manage/products/${line?.sku}`, { state: 'retired' })
    await goTo(`/orders/${only.order.id}`)
    await page.getByRole('button', { name: 'Copy to new cart' }).click()
    await page.getByRole('alert').getByText(`${line?.productName} is not sold any more`).waitFor()
    expect(page.url()).toContain(only.order.id)
    await manager.patch(`/manage/products/${line?.sku}`, { state: 'active' })
  })

  test('a paid order is cancelled only once somebody has said what becomes of the money', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    const amount = `€${order.orderTotal.toFixed(2)}`
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.reload()
    await status('Paid').waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByText(`${amount} is held`).waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Faulty')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.getByRole('alert').getByText('Please say what becomes of the money').waitFor()
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('Paid')

    await dialog.getByRole('radio', { name: `Pay ${amount} back` }).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await status('Cancelled').waitFor()
    await page
      .getByRole('region', { name: 'Payment' })
      .getByText('Refunded', { exact: true })
      .first()
      .waitFor()
    expect((await program.readOrder(order.id)).payments[0]).toMatchObject({
      state: 'Refunded',
      refunded: order.orderTotal,
    })
    await eventually(history).toContain('Faulty')
  })

  test('what becomes of the money of an order is said again where a colleague has paid some back meanwhile', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    const paymentId = order.payments[0]?.id
    await program.post(`/payments/${paymentId}/capture`, {})
    await status('Paid').waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    const chosen = dialog.getByRole('radio', { checked: true })
    const confirm = dialog.getByRole('button', { name: 'Cancel order' })
    await dialog.getByRole('radio', { name: /^Pay / }).click()
    await program.post(`/payments/${paymentId}/refund`, { amount: 2 })
    const left = `€${(order.orderTotal - 2).toFixed(2)}`
    await dialog.getByRole('alert').getByText(`paid back or received money meanwhile: ${left}`).waitFor()
    expect(await chosen.count()).toBe(0)

    // Also where the screen does not know yet, when it is sent.
    await dialog.getByRole('radio', { name: `Pay ${left} back` }).click()
    const events = await keepBack(
      page,
      ({ pathname }, method) => method === 'GET' && pathname.includes('/orders/'),
    )
    await program.post(`/payments/${paymentId}/refund`, { amount: 1 })
    await confirm.click()
    await eventually(async () => (await events.count()) > 0).toBe(true)
    await events.letGo()
    const less = `€${(order.orderTotal - 3).toFixed(2)}`
    await dialog.getByRole('alert').getByText(`meanwhile: ${less}`).waitFor()
    expect(await chosen.count()).toBe(0)
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('Paid')
    await dialog.getByRole('radio', { name: `Pay ${less} back` }).click()
    await confirm.click()
    await status('Cancelled').waitFor()
    expect((await program.readOrder(order.id)).payments[0]).toMatchObject({ refunded: order.orderTotal })
  })

  test('what is paid back of cash to cancel an order is told in coins, too', async () => {
    const { page, program, goTo } = counter()
    const { order, paymentId } = await program.anOrder({
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
      quantities: [1],
      shipping: null,
      payment: 'Cash',
    })
    await program.post(`/payments/${paymentId}/capture`, {})
    await program.post(`/payments/${paymentId}/refund`, { amount: 0.2 })
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    // Of 20 øre nothing was handed over.
    expect(order.orderTotal % 0.5).toBe(0)
    const coins = `DKK ${order.orderTotal.toFixed(2)} in coins and notes`
    await dialog.getByRole('radio', { name: new RegExp(`${coins}$`) }).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await eventually(history).toMatch(
      new RegExp(`paid back by Cash, DKK\\s${order.orderTotal.toFixed(2)} in cash`),
    )
  })

  test('a refund of everything to which no answer came is sent again from where it is, and is paid back once', async () => {
    const order = await openedOrder()
    const { page, program, press } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Faulty')
    await loseAnswerTo('refund')
    await press('Enter')
    await dialog.getByText('€0.00 of the payment by Card terminal is left').waitFor()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect((await program.readOrder(order.id)).payments[0]).toMatchObject({
      state: 'Refunded',
      refunded: order.orderTotal,
    })
  })

  test('the money of a cancelled order may be kept, and be paid back afterwards', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.reload()
    await status('Paid').waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('radio', { name: /^Keep / }).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await status('Cancelled').waitFor()
    await page.getByRole('region', { name: 'Payment' }).getByText('Captured', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Refund' }).waitFor()
    expect((await program.readOrder(order.id)).payments[0]?.refunded).toBe(0)
  })

  test('a part of a payment is paid back with a reason, never more than is left, and reads so', async () => {
    const order = await openedOrder()
    const { page, program, press } = counter()
    const payment = page.getByRole('region', { name: 'Payment' })
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.reload()
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.and(page.locator(':focus')).waitFor()
    expect(await amount.inputValue()).toBe(order.orderTotal.toFixed(2))
    for (const [text, fault] of [
      ['1,5', /^Write an amount such as/],
      ['0', /^Write an amount such as/],
      [(order.orderTotal + 0.01).toFixed(2), /^Only €.* is left/],
    ] as const) {
      await amount.fill(text)
      await press('Enter')
      await eventually(async () => faultAt(amount)).toMatch(fault)
    }
    await amount.fill('1.50')
    await press('Enter')
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await eventually(async () => faultAt(reason)).toBe('Please fill this in')
    await reason.fill('A scratch on the mug')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await payment.getByText('Partially refunded').waitFor()
    expect(await payment.innerText()).toContain('−€1.50')
    expect(await payment.innerText()).toContain(`€${(order.orderTotal - 1.5).toFixed(2)}`)
    await eventually(history).toContain('A scratch on the mug')
    expect((await program.readOrder(order.id)).payments[0]).toMatchObject({
      state: 'Partially refunded',
      refunded: 1.5,
    })
  })

  test('goods that came back are exchanged: the new order is for the same customer, and its end tells what is paid on balance', async () => {
    const { order, paymentId } = await counter().program.anOrder({ quantities: [1], shipping: null })
    const { page, program, goTo, press, scan, lines, complaints } = counter()
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${order.id}`)
    const exchange = page.getByRole('button', { name: 'New order in exchange' })
    await page.getByRole('button', { name: 'Refund' }).waitFor()
    expect(await exchange.count()).toBe(0)
    await press('F8')
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.50')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too small')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByRole('link', { name: /^Print refund/ })
      .and(page.locator(':focus'))
      .waitFor()
    await press('Tab')
    await exchange.and(page.locator(':focus')).waitFor()
    await press('Enter')
    await page.getByRole('heading', { name: `Order for ${order.customer.firstName}` }).waitFor()
    await scanning()
    const goods = (await program.products({ maxItems: 20 })).find(
      ({ barcode, price }) => barcode && price > 2,
    )
    await scan(goods?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    await page.getByRole('radio', { name: /^Collection in the shop/ }).click()
    await page.getByRole('radio', { name: 'Cash', exact: true }).click()
    await page.getByText('Everything is there.').waitFor()
    await press('F9')
    const placed = page.getByRole('region', { name: 'Order placed' })
    await placed.getByText(`€1.50 paid back of order ${order.orderNumber}`).waitFor()
    const id = /orders\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    const { customer, orderTotal } = await program.readOrder(id)
    expect(customer.id).toBe(order.customer.id)
    await placed.getByText(`On balance the customer pays €${(orderTotal - 1.5).toFixed(2)}`).waitFor()
    // Whoever sets one off against the other takes in what is paid on balance.
    await press('F8')
    const capturing = page.getByRole('dialog', { name: 'Capture this payment?' })
    await capturing
      .getByText(`If the €1.50 of order ${order.orderNumber} were not handed over, they count as given.`)
      .waitFor()
    await press('Escape')
    // A walk-in is asked for no name this time, either.
    const walkIn = await program.aCartReadyToPlace({ quantities: [1], shipping: 'Collection in the shop' })
    await program.patch(`/carts/${walkIn.cartId}`, { walkIn: true })
    const paid = (await program.post('/payments', walkIn)).body as { paymentId: string }
    await program.post(`/payments/${paid.paymentId}/capture`, {})
    await program.post(`/payments/${paid.paymentId}/refund`, {})
    await goTo(`/orders/${walkIn.cartId}`)
    await exchange.click()
    await page.getByText('Gives no name or address').waitFor()
    await scanning()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // Of the next customer's order nothing was paid back.
    const other = await program.anOrder({ quantities: [1], shipping: null })
    await goTo(`/orders/${other.order.id}?placed`)
    await placed.getByText(other.order.orderNumber).waitFor()
    expect(await placed.getByText('paid back').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('an exchange in another currency leaves the next order in the one that the clerk has chosen', async () => {
    const { page, program, goTo, newOrder } = counter()
    const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', payment: 'Cash', shipping: null }
    await newOrder()
    const { order, paymentId } = await program.anOrder(inKroner)
    await program.post(`/payments/${paymentId}/capture`, {})
    await program.post(`/payments/${paymentId}/refund`, {})
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'New order in exchange' }).click()
    await scanning()
    const exchange = /carts\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    expect((await program.readCart(exchange)).billingCurrency.isoCode).toBe('DKK')
    expect((await program.readCart(await newOrder())).billingCurrency.isoCode).toBe('EUR')
  })

  test('what all payments of a cancelled order gave back is told at the end of the order in exchange', async () => {
    const { page, program, goTo, complaints } = counter()
    const { order, paymentId } = await program.anOrder({ quantities: [3], payment: 'Cash' })
    await program.post(`/payments/${paymentId}/capture`, { amount: 20 })
    const rest = (await program.readOrder(order.id)).payments.at(-1)
    await program.post(`/payments/${rest?.id}/capture`, {})
    await program.post(`/orders/${order.id}/cancel`, { refund: true })
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'New order in exchange' }).click()
    await scanning()
    const cartId = /carts\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    const placing = await program.aCartReadyToPlace({ quantities: [1], shipping: null })
    await program.addLine(cartId)
    await program.setBilling(cartId)
    expect((await program.post('/payments', { ...placing, cartId })).status).toBe(200)
    await goTo(`/orders/${cartId}?placed`)
    const placed = page.getByRole('region', { name: 'Order placed' })
    await placed
      .getByText(`€${order.orderTotal.toFixed(2)} paid back of order ${order.orderNumber}`)
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('what a colleague has paid back meanwhile is told before as much is paid back again', async () => {
    const order = await openedOrder()
    const { page, program, press, complaints } = counter()
    const { id: paymentId } = order.payments[0] ?? { id: '' }
    const refunded = async () => (await program.readOrder(order.id)).payments[0]?.refunded
    await program.post(`/payments/${paymentId}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('1.50')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came late')
    await program.post(`/payments/${paymentId}/refund`, { amount: 1.5, reason: 'For the delay' })
    await dialog.getByRole('list', { name: 'Paid back before' }).getByText('For the delay').waitFor()
    await press('Enter')
    await eventually(async () => faultAt(amount)).toContain('€1.50')
    expect(await refunded()).toBe(1.5)
    // Whoever has read it may mean it.
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await refunded()).toBe(3)
    expect(complaints).toEqual([])
  })

  test('a refund of no goods is of what is left by now, where nobody has typed an amount', async () => {
    const order = await openedOrder()
    const { page, program, press } = counter()
    const { id: paymentId } = order.payments[0] ?? { id: '' }
    await program.post(`/payments/${paymentId}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const pieces = dialog.getByRole('spinbutton').first()
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.waitFor()
    await program.post(`/payments/${paymentId}/refund`, { amount: 1.5, reason: 'For the delay' })
    await dialog.getByRole('list', { name: 'Paid back before' }).getByText('For the delay').waitFor()
    await pieces.fill('1')
    await pieces.fill('0')
    expect(await amount.inputValue()).toBe((order.orderTotal - 1.5).toFixed(2))
    // An amount that was typed stands.
    await amount.fill('2.00')
    await pieces.fill('1')
    await pieces.fill('0')
    expect(await amount.inputValue()).toBe('2.00')
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('more pieces than were sold, or less than none, are no longer shown once they are typed', async () => {
    const order = await openedOrder()
    const { page, program, press } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const pieces = dialog.getByRole('spinbutton').first()
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await pieces.fill('2')
    const ofBoth = await amount.inputValue()
    for (const [typed, left] of [
      ['30', '2'],
      ['0', '0'],
      ['-5', '0'],
    ] as const) {
      await pieces.fill(typed)
      await press('Tab')
      expect(await pieces.inputValue()).toBe(left)
      if (left === '2') expect(await amount.inputValue()).toBe(ofBoth)
    }
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a refund that is half typed is there again after a reload, until somebody gives it up', async () => {
    const order = await openedOrder()
    const { page, program, press, complaints } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const fields = [
      dialog.getByRole('textbox', { name: 'Amount' }),
      dialog.getByRole('spinbutton').first(),
      dialog.getByRole('textbox', { name: 'Reason' }),
    ] as const
    const [amount, pieces, reason] = fields
    const shown = async () => Promise.all(fields.map(async (field) => field.inputValue()))
    const open = async () => {
      await page.getByRole('button', { name: 'Refund' }).click()
      await dialog.waitFor()
    }
    await open()
    const plain = await shown()
    await pieces.fill('1')
    await amount.fill('1.50')
    await reason.fill('A scratch on')

    await page.reload()
    await open()
    expect(await shown()).toEqual(['1.50', '1', 'A scratch on'])
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await open()
    expect(await shown()).toEqual(plain)

    await amount.fill('1.50')
    await reason.fill('A scratch on the mug')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await open()
    expect(await shown()).toEqual([(order.orderTotal - 1.5).toFixed(2), '0', ''])
    await press('Escape')
    expect(complaints).toEqual([])
  })

  test.for([
    ['Void', 'Void this payment?'],
    ['Cancel order', 'Cancel this order?'],
    ['Reopen', 'Reopen this order?'],
  ] as const)(
    'a reason that is half typed is there again after a reload, for that order alone, until somebody gives it up or it is given: %s',
    async ([step, title]) => {
      const other = await openedOrder()
      const order = await openedOrder()
      const { page, press, goTo, complaints } = counter()
      const dialog = page.getByRole('dialog', { name: title })
      const reason = dialog.getByRole('textbox', { name: 'Reason' })
      const typedIn = async ({ id, orderNumber }: Order): Promise<string> => {
        await goTo(`/orders/${id}`)
        await page.getByRole('heading', { name: `Order ${orderNumber}` }).waitFor()
        await page.getByRole('main').getByRole('button', { name: step, exact: true }).click()
        await dialog.waitFor()
        return reason.inputValue()
      }
      const dismiss = async (): Promise<void> => {
        await press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
      expect(await typedIn(order)).toBe('')
      await reason.fill('Asked twice for')
      await page.reload()
      await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
      // Nothing is asked unasked.
      expect(await dialog.count()).toBe(0)
      expect(await typedIn(other)).toBe('')
      await dismiss()
      expect(await typedIn(order)).toBe('Asked twice for')
      await dismiss()
      expect(await typedIn(order)).toBe('')

      await reason.fill('Asked twice for blue')
      await dialog.getByRole('button', { name: step }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('-typed.')
      expect(complaints).toEqual([])
    },
  )

  test('a refund to which no answer came is there again after a reload, and is paid back once', async () => {
    const order = await openedOrder()
    const { page, program, press, complaints } = counter()
    await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
    await page.reload()
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    const pieces = dialog.getByRole('spinbutton').first()
    await pieces.fill('1')
    await amount.fill('1.50')
    await reason.fill('A scratch on the mug')
    await loseAnswerTo('refund')
    await press('Enter')
    await dialog.getByRole('alert').waitFor()
    const refunded = async () => (await program.readOrder(order.id)).payments[0]?.refunded
    expect(await refunded()).toBe(1.5)

    await page.reload()
    await page.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByText(/^A refund of €1\.50 was sent from here, and no answer came/).waitFor()
    expect([await amount.inputValue(), await pieces.inputValue(), await reason.inputValue()]).toEqual([
      '1.50',
      '1',
      'A scratch on the mug',
    ])
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await refunded()).toBe(1.5)
    // The next one is another.
    await page.getByRole('button', { name: 'Refund' }).click()
    await dialog.waitFor()
    expect(await reason.inputValue()).toBe('')
    expect(await dialog.getByRole('status').count()).toBe(0)
    await press('Escape')
    expect(complaints).toEqual([])
  })

  test('what others do to the order is on its page at once, also after the core was away', async () => {
    const { page, program, core, serveAgain, complaints } = counter()
    const order = await openedOrder()
    expect((await program.post(`/orders/${order.id}/reopen`, { reason: 'One more mug' })).status).toBe(200)
    await status('Reopened').waitFor()
    await page.getByRole('link', { name: 'To the cart' }).waitFor()
    await eventually(history).toContain('One more mug')

    await core.stop()
    await serveAgain()
    await program.post(`/orders/${order.id}/cancel`, { reason: 'Changed her mind' })
    await status('Cancelled').waitFor()
    expect(complaints).toEqual([])
  })

  test('an unpaid order is reopened, changed and placed again under its number', async () => {
    const order = await openedOrder()
    const { page, program, lines } = counter()
    await page.getByRole('button', { name: 'Reopen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reopen this order?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('One more mug')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await page.waitForURL(/#\/carts\/./)
    await eventually(async () => lines.count()).toBe(order.orderLines.length)
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('Reopened')

    await counter().goTo(`/orders/${order.id}`)
    await status('Reopened').waitFor()
    await page.getByRole('link', { name: 'To the cart' }).click()
    await eventually(async () => lines.count()).toBe(order.orderLines.length)
    await page.getByRole('spinbutton').first().fill('5')
    await counter().press('Enter')
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await page.getByText('Everything is there.').waitFor()
    await eventually(async () => (await program.readCart(order.id)).orderLines[0]?.quantity).toBe(5)
    await counter().press('F9')
    await page.getByRole('region', { name: 'Order placed' }).getByText(order.orderNumber).waitFor()
    const again = await program.readOrder(order.id)
    expect(again.orderStatus.name).toBe('New order')
    expect(again.orderLines[0]?.quantity).toBe(5)
    await eventually(history).toContain('One more mug')
  })
})
