import { expect, test } from 'vitest'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { ManagedPaymentMethods } from '../../../core/payment-methods/manage/payment-method.schema.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepBack } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { openReadyToPlace } from '../ready-to-place.ts'

const counter = counterOfDemoShop()

/** Longer than the page waits before it leads the keyboard on. */
const GONE_BY_NOW_MS = 600

test('a scan that waits never opens again what somebody else has placed, and is told of on the order', async () => {
  const { page, press, goTo, scan, program, complaints } = counter()
  const [product] = (await program.products({ maxItems: 1000 })).filter(({ barcode }) => barcode !== null)
  const code = product?.barcode ?? ''
  const astray = page.getByRole('alert').filter({ hasText: `“${code}” was scanned, but no order is open` })
  const leftAsPlaced = async (cartId: string): Promise<void> => {
    await page.waitForURL(new RegExp(`#/orders/${cartId}$`))
    await astray.waitFor()
    expect((await program.readOrder(cartId)).orderStatus.name).toBe('New order')
    await goTo('/carts')
    await astray.waitFor({ state: 'hidden' })
    // Nor is it somewhere where nobody sees it.
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain(cartId)
  }

  const waited = await program.aCartReadyToPlace({ shipping: null })
  await goTo(`/carts/${waited.cartId}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  await program.patch(`/carts/${waited.cartId}`, { note: 'Theirs' })
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await told.waitFor()
  await scan(code)
  await page.getByRole('status', { name: '1 scan waits' }).waitFor()
  await program.post('/payments', waited)
  await told.getByText('It has been placed meanwhile.').waitFor()
  await press('Control+Shift+m')
  await leftAsPlaced(waited.cartId)

  // Nor one that comes when the page is about to show the order.
  const late = await program.aCartReadyToPlace({ shipping: null })
  await goTo(`/carts/${late.cartId}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  const isSummary = ({ pathname, search }: URL) => pathname.endsWith('/carts') && search.includes(late.cartId)
  const summary = await keepBack(page, isSummary)
  await program.post('/payments', late)
  await eventually(summary.count).toBeGreaterThan(0)
  await scan(code)
  await summary.letGo()
  await leftAsPlaced(late.cartId)
  expect(complaints).toEqual([])
})

test('an order that somebody else places while it is open is told to be placed by them, and only then', async () => {
  const { page, goTo, program, complaints } = counter()
  const placing = await program.aCartReadyToPlace({ shipping: null })
  const { cartId } = placing
  await goTo(`/carts/${cartId}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  expect((await program.post('/payments', placing)).status).toBe(200)
  const told = page.getByRole('status').filter({ hasText: 'has placed this order while it was open here' })
  await told.waitFor()
  const [event] = (await program.get(`/orders/${cartId}/events`)).ok(OrderEventsAnswer).events
  expect(await told.textContent()).toContain(event?.actor)
  await goTo('/orders')
  await goTo(`/carts/${cartId}`)
  await page.getByRole('heading', { name: /^Order H-/ }).waitFor()
  await page
    .getByRole('region', { name: 'History' })
    .getByText(event?.text ?? '')
    .waitFor()
  expect(await told.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('an order that was just placed is so no more once somebody else opens it again, and they take nobody’s keyboard', async () => {
  const { page, press, program, complaints } = counter()
  const cartId = await openReadyToPlace(counter())
  const placed = page.getByRole('region', { name: 'Order placed' })
  await press('F9')
  await placed.waitFor()
  const placing = {
    cartId,
    paymentMethodId: await program.paymentMethod('Cash'),
    priceGroupId: await program.priceGroup(),
    cultureCode: program.cultureCode,
  }
  await program.post(`/orders/${cartId}/reopen`, {})
  await placed.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  const stays = async (): Promise<void> => {
    await page.waitForTimeout(GONE_BY_NOW_MS)
    await note.and(page.locator(':focus')).waitFor()
  }
  await stays()
  await page.keyboard.type('Bring ', { delay: 120 })
  const { paymentId } = (await program.post('/payments', placing)).ok(PlaceOrderAnswer)
  await placed.waitFor()
  await stays()
  await program.post(`/payments/${paymentId}/capture`, {})
  await placed.getByText('Paid').waitFor()
  await stays()
  await page.keyboard.type('the blue one', { delay: 120 })
  expect(await note.inputValue()).toBe('Bring the blue one')
  expect(complaints).toEqual([])
})

test('a cart that somebody else abandons says so at once; and what was scanned for it is told of', async () => {
  const { page, press, goTo, scan, program, newOrder, lines, complaints } = counter()
  const [product] = (await program.products({ maxItems: 1000 })).filter(({ barcode }) => barcode !== null)
  const code = product?.barcode ?? ''
  const isAbandoned = page.getByText('This cart was abandoned')
  const openCart = async (): Promise<string> => {
    const { cartId } = await program.aCartReadyToPlace({ shipping: null })
    await goTo(`/carts/${cartId}`)
    await page.getByRole('table', { name: 'Goods' }).waitFor()
    return cartId
  }

  const atRest = await openCart()
  await page.getByRole('radio', { name: /^Cash/ }).click()
  await program.delete(`/carts/${atRest}`)
  await isAbandoned.waitFor()
  // The keyboard goes on from what is said, and not from the top of the window.
  await page.getByRole('main').and(page.locator(':focus')).waitFor()

  const waited = await openCart()
  await program.patch(`/carts/${waited}`, { note: 'Theirs' })
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await told.waitFor()
  await scan(code)
  await page.getByRole('status', { name: '1 scan waits' }).waitFor()
  await program.delete(`/carts/${waited}`)
  await told.getByText('It has been abandoned meanwhile').waitFor()
  await press('Control+Shift+m')
  await isAbandoned.waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: `“${code}” was scanned, but no order is open` })
    .waitFor()
  // What is scanned there now is told as well, and is in no order that is begun then.
  await scan(code)
  await page
    .getByRole('alert')
    .filter({ hasText: `“${code}, ${code}” was scanned` })
    .waitFor()
  await newOrder()
  await page.waitForTimeout(GONE_BY_NOW_MS)
  expect(await lines.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a reopened order that somebody else cancels while its cart is open is shown as that order, and who has cancelled it', async () => {
  const { page, goTo, program, complaints } = counter()
  const { order } = await program.anOrder({ shipping: null })
  expect((await program.post(`/orders/${order.id}/reopen`, {})).status).toBe(200)
  await goTo(`/carts/${order.id}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  expect((await program.post(`/orders/${order.id}/cancel`, { reason: 'Called off' })).status).toBe(200)
  const heading = page.getByRole('heading', { name: `Order ${order.orderNumber}` })
  const told = page.getByRole('status').filter({ hasText: 'has cancelled this order while it was open here' })
  await told.waitFor()
  await heading.waitFor()
  const { events } = (await program.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
  expect(await told.textContent()).toContain(events.findLast(({ kind }) => kind === 'order.cancelled')?.actor)
  // Whoever comes back to the cart later is led there, too, and nothing was overtaken.
  await goTo('/orders')
  await goTo(`/carts/${order.id}`)
  await heading.waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Called off').waitFor()
  expect(await told.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a reopened order that somebody else cancels while the clerk has to choose is said to be cancelled, and is shown then', async () => {
  const { page, press, goTo, scan, program, complaints } = counter()
  const [product] = (await program.products({ maxItems: 1000 })).filter(({ barcode }) => barcode !== null)
  const code = product?.barcode ?? ''
  const { order } = await program.anOrder({ shipping: null })
  expect((await program.post(`/orders/${order.id}/reopen`, {})).status).toBe(200)
  await goTo(`/carts/${order.id}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  await program.patch(`/carts/${order.id}`, { note: 'Theirs' })
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await told.waitFor()
  await scan(code)
  await page.getByRole('status', { name: '1 scan waits' }).waitFor()
  expect((await program.post(`/orders/${order.id}/cancel`, { reason: 'Called off' })).status).toBe(200)
  await told.getByText('The order has been cancelled meanwhile').waitFor()
  await press('Control+Shift+m')
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: 'has cancelled this order while it was open here' })
    .waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: `“${code}” was scanned` })
    .waitFor()
  expect(complaints).toEqual([])
})

test('what others go on doing to a cart is told as it is by now, but not under the hand that is about to place it', async () => {
  const { page, press, goTo, program, complaints } = counter()
  const { cartId } = await program.aCartReadyToPlace({ quantities: [1], shipping: 'Collection in the shop' })
  await goTo(`/carts/${cartId}`)
  await page.getByRole('radio', { name: /^Cash/ }).click()
  await page.getByText('Everything is there.').waitFor()
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await program.patch(`/carts/${cartId}`, { note: 'Theirs' })
  await told.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
  await program.patch(`/carts/${cartId}`, { note: 'Theirs again' })
  await told.getByRole('cell', { name: 'Theirs again' }).waitFor()
  await program.addLine(cartId)
  const { orderTotal } = await program.readCart(cartId)
  const amount = `€${orderTotal.toFixed(2)}`
  await told
    .getByRole('row', { name: /^Total/ })
    .getByText(amount)
    .waitFor()

  await press('F9')
  const dialog = page.getByRole('dialog', { name: 'The order has changed' })
  const place = dialog.getByRole('button', { name: amount })
  await place.waitFor()
  await program.addLine(cartId)
  await page.waitForTimeout(1000)
  expect(await place.count()).toBe(1)
  // It is not the order that was seen, and is asked for anew.
  await place.press('Enter')
  await dialog
    .getByText(`€${(await program.readCart(cartId)).orderTotal.toFixed(2)}`)
    .first()
    .waitFor()
  expect((await program.get(`/orders/${cartId}`)).status).toBe(404)
  // Back on the page it is shown as it is.
  await program.patch(`/carts/${cartId}`, { note: 'Theirs at last' })
  await press('Escape')
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
  await eventually(async () => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(
    'Theirs at last',
  )
  expect(complaints).toEqual([])
})

test('where nothing is typed, what somebody else writes stays: beside a scan into the note, and in a property that is open', async () => {
  const { page, press, goTo, scan, program, complaints } = counter()
  const [product] = (await program.products({ maxItems: 1000 })).filter(({ barcode }) => barcode !== null)
  const cartId = await program.aCart()
  await program.post(`/carts/${cartId}/properties`, { key: 'table', value: '1' })
  await goTo(`/carts/${cartId}`)
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  /** The clerk looks; the keyboard leaves where it was. */
  const look = async (): Promise<void> => {
    await told.waitFor()
    await press('Control+Shift+m')
    await told.waitFor({ state: 'hidden' })
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).and(page.locator(':focus')).waitFor()
    await page.waitForTimeout(300)
    expect(await told.count()).toBe(0)
  }

  const note = page.getByRole('textbox', { name: 'Note for the order' })
  await note.waitFor()
  await press('Shift+F8')
  await scan(product?.barcode ?? '')
  await eventually(async () => counter().lines.count()).toBe(1)
  await program.patch(`/carts/${cartId}`, { note: 'Ring twice' })
  await look()
  expect((await program.readCart(cartId)).note).toBe('Ring twice')
  expect(await note.inputValue()).toBe('Ring twice')

  await page.getByRole('button', { name: /table/ }).first().press('Enter')
  await page.getByRole('form', { name: /table/ }).waitFor()
  const [property] = (await program.readCart(cartId)).customProperties
  await program.patch(`/carts/${cartId}/properties/${property?.id}`, { value: '7' })
  await look()
  expect((await program.readCart(cartId)).customProperties.map(({ value }) => value)).toEqual(['7'])
  expect(complaints).toEqual([])
})

test('what somebody else adds while the clerk is asked whether to abandon the cart is not given up unseen', async () => {
  const { page, press, goTo, scan, program, complaints } = counter()
  const products = await program.products({ maxItems: 1000 })
  const product = products.findLast(({ barcode }) => barcode !== null)
  const { cartId } = await program.aCartReadyToPlace({ quantities: [1], shipping: null })
  const dialog = page.getByRole('dialog', { name: 'Abandon this cart?' })
  const abandon = page.getByRole('button', { name: 'Abandon', exact: true })
  await goTo(`/carts/${cartId}`)
  await eventually(async () => counter().lines.count()).toBe(1)
  await abandon.press('Enter')
  await dialog.waitFor()
  await program.addLine(cartId, product, { quantity: 7 })
  await press('Enter')
  await dialog.getByRole('alert').waitFor()
  await press('Escape')
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await told.getByRole('cell', { name: /^7 / }).waitFor()
  await press('Control+Shift+m')
  await eventually(async () => counter().lines.count()).toBe(2)

  // What the clerk scans meanwhile is no reason to ask again.
  await abandon.press('Enter')
  await dialog.waitFor()
  await scan(product?.barcode ?? '')
  await eventually(async () => (await program.readCart(cartId)).orderLines[1]?.quantity).toBe(8)
  await press('Enter')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  expect(complaints).toEqual([])
})

test('what somebody else adds while it is asked in the list of carts is not given up unseen, but once it is said', async () => {
  const { page, press, goTo, program, complaints } = counter()
  const [product] = await program.products({ maxItems: 1 })
  const { cartId } = await program.aCartReadyToPlace({ quantities: [1, 1], shipping: null })
  await goTo(`/carts`)
  const dialog = page.getByRole('dialog', { name: 'Abandon this cart?' })
  await page
    .getByRole('row')
    .filter({ has: page.locator(`a[href$="${cartId}"]`) })
    .getByRole('button', { name: /^Abandon: / })
    .press('Enter')
  await dialog.getByText('2 lines').waitFor()
  await program.addLine(cartId, product, { quantity: 7, addToExistingOrderline: false })
  await press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByText('3 lines').waitFor()
  expect((await program.readCart(cartId)).orderLines).toHaveLength(3)
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await eventually(async () => page.locator(`a[href$="${cartId}"]`).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('whom somebody else gives the cart to is shown, also where the clerk was looking for a customer', async () => {
  const { page, press, goTo, program, complaints } = counter()
  const { customers } = (await program.get('/customers', { maxItems: 20 })).ok(CustomersAnswer)
  const [mine, theirs] = [customers[0], customers.find(({ lastName }) => lastName !== customers[0]?.lastName)]
  const { cartId } = await program.aCartReadyToPlace({ shipping: null })
  const panel = page.getByRole('region', { name: 'Customer', exact: true })
  const search = panel.getByRole('combobox')
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await goTo(`/carts/${cartId}`)
  await search.waitFor()
  await press('F4')
  await page.keyboard.type(mine?.emailAddress ?? '', { delay: 100 })
  await page.getByRole('option').first().waitFor()
  await program.patch(`/carts/${cartId}`, { customerId: theirs?.id })
  await told.waitFor()
  await press('Enter')
  await told.getByRole('button', { name: /^Take theirs/ }).waitFor()
  await press('Control+Shift+m')
  await panel.getByRole('link', { name: `${theirs?.firstName} ${theirs?.lastName}` }).waitFor()
  expect((await program.readCart(cartId)).customer?.id).toBe(theirs?.id)

  // Who looks for another one and lets it be has this one still; half a name stays.
  await press('F4')
  await search.waitFor()
  await press('F2')
  await search.waitFor({ state: 'hidden' })
  await press('F4')
  await page.keyboard.type('Ing', { delay: 100 })
  await press('F2')
  expect(await search.inputValue()).toBe('Ing')
  // So does the one for whom a new one is about to be made, until they are.
  await search.focus()
  await page.keyboard.type('e', { delay: 100 })
  await page.getByRole('option', { name: /^New customer/ }).waitFor()
  await page.getByRole('option', { name: /^New customer/ }).click()
  await page.getByRole('dialog', { name: 'New customer' }).waitFor()
  await press('Escape')
  await search.and(page.locator(':focus')).waitFor()
  await press('Escape')
  await panel.getByRole('link', { name: `${theirs?.firstName} ${theirs?.lastName}` }).waitFor()
  expect(complaints).toEqual([])
})

test('a way to pay or to deliver that the shop gives up, or changes, is so in an order that is open', async () => {
  const { page, press, goTo, program, core, complaints } = counter()
  const manager = await localProgram(core, 'staff manage')
  const change = async (path: string, body: object) => {
    expect((await manager.patch(`/manage/${path}`, body)).status).toBe(200)
  }
  const cash = `payment-methods/${await program.paymentMethod('Cash')}`
  const delivery = `shipping-methods/${await program.shippingMethod('Home delivery')}`
  const { cartId } = await program.aCartReadyToPlace({ shipping: 'Home delivery' })
  await goTo(`/carts/${cartId}`)
  const pays = page.getByRole('radio', { name: /^Cash/ })
  await pays.check()
  await page.getByText('Everything is there.').waitFor()

  const goneFor = (name: string) =>
    page.getByRole('status').getByText(`“${name}” is no longer offered for this order`)
  await pays.and(page.locator(':focus')).waitFor()
  // An Enter that was meant for it comes when it is gone.
  await page.evaluate(() => {
    const press = (): unknown =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    document.addEventListener('focusin', press, { once: true })
  })
  await change(cash, { state: 'retired' })
  await pays.waitFor({ state: 'detached' })
  await page.getByText('Choose how it is paid.').waitFor()
  // What the keyboard was at is gone: it is at what is left, of which nothing is chosen by that.
  await goneFor('Cash').waitFor()
  const ways = page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio')
  await ways.first().and(page.locator(':focus')).waitFor()
  expect(await ways.and(page.locator(':checked')).count()).toBe(0)
  // Where none is left, it is at what says so, and then at what comes back.
  const left = (await manager.get('/manage/payment-methods')).ok(ManagedPaymentMethods).paymentMethods
  const others = left.flatMap(({ id, state }) => (state === 'active' ? `payment-methods/${id}` : []))
  for (const other of others) await change(other, { state: 'retired' })
  await page.getByRole('group', { name: 'Payment' }).and(page.locator(':focus')).waitFor()
  await page.getByText('No payment method serves this country and price group.').waitFor()
  for (const other of others) await change(other, { state: 'active' })
  await ways.first().and(page.locator(':focus')).waitFor()
  await change(cash, { state: 'active' })
  await pays.and(page.locator(':checked')).waitFor()
  await goneFor('Cash').waitFor({ state: 'detached' })

  // The delivery costs what the order was given it for, as goods do, until it is given another.
  const { shippingTotal } = await program.readCart(cartId)
  await change(delivery, { names: { 'en-GB': 'By bicycle' }, taxRate: 0.5 })
  const bicycle = page.getByRole('radio', { name: /^By bicycle/ })
  await bicycle.waitFor()
  expect(await bicycle.getAttribute('aria-label')).toBe(`By bicycle, €${shippingTotal.toFixed(2)}`)
  await page.getByRole('radio', { name: /^Collection/ }).check()
  await eventually(async () => (await program.readCart(cartId)).shippingTotal).toBe(0)
  await bicycle.check()
  await eventually(async () => (await program.readCart(cartId)).shippingTotal).toBeGreaterThan(shippingTotal)
  const { shippingTotal: anew } = await program.readCart(cartId)
  await eventually(async () => bicycle.getAttribute('aria-label')).toBe(`By bicycle, €${anew.toFixed(2)}`)

  await change(delivery, { state: 'retired' })
  await page.getByText('Choose how the goods are delivered.').waitFor()
  await goneFor('By bicycle').waitFor()
  await press('F9')
  await page.getByRole('radiogroup', { name: 'Delivery' }).locator(':focus').waitFor()
  expect((await program.get(`/orders/${cartId}`)).status).toBe(404)
  expect(complaints).toEqual([])
})
