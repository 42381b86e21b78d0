import { describe, expect, test } from 'vitest'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { fillAddress } from './fill-address.ts'
import { orderTotal } from './independent-total.ts'
import { keepBack } from './keep-back.ts'
import { openReadyToPlace } from './ready-to-place.ts'

const counter = counterOfDemoShop({ reducedMotion: 'no-preference' })

/** Types as a person does, who is no scanner. */
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 60 })
const captureButton = () => counter().page.getByRole('button', { name: 'Capture payment' })

describe('an assisted order, by keyboard alone', () => {
  test('from the first scan to the placed order, and found again by its payment id', async () => {
    const { page, program, press, complaints } = counter()
    const products = await program.products({ priceGroup: 'Season, EUR', search: 'jacket', maxItems: 3 })
    const { customers } = (await program.get('/customers', { maxItems: 250 })).ok(CustomersAnswer)
    const customer = customers.find(({ addresses, organization }) => {
      return organization === null && addresses[0]?.country.name === 'Denmark'
    })
    if (!customer?.emailAddress) throw new Error('The demo shop has no Danish customer.')

    await press('Shift+F2')
    const scan = page.getByRole('combobox', { name: 'Scan, sku or name' })
    await eventually(async () => scan.evaluate((field) => field === document.activeElement)).toBe(true)
    for (const { barcode } of products) {
      await counter().scan(barcode ?? '')
    }
    const lines = page.getByRole('region', { name: 'Goods' }).locator('tbody tr')
    await eventually(async () => lines.count()).toBe(3)

    // The quantity of the last line: up from the empty field, and Enter back to scanning.
    await press('ArrowUp')
    await type('4')
    await press('Enter')

    // Another of the groups that are valid for anybody.
    await press('F7')
    const groups = page.getByRole('radiogroup', { name: 'Price group' }).getByRole('radio')
    await groups.and(page.locator(':focus')).waitFor()
    await press('ArrowUp', 'Enter')
    await page.getByRole('button', { name: 'Price group: Season, EUR' }).waitFor()

    await press('F4')
    await page.keyboard.type(customer.emailAddress)
    await page.getByRole('option', { name: `${customer.firstName} ${customer.lastName}` }).waitFor()
    await press('Enter')
    await page
      .getByRole('region', { name: 'Checkout' })
      .getByText(customer.addresses[0]?.line1 ?? '')
      .waitFor()

    await press('F6', 'ArrowDown', 'Enter')
    await eventually(async () =>
      page.getByRole('radiogroup', { name: 'Delivery' }).getByRole('radio', { checked: true }).count(),
    ).toBe(1)
    await press('F8', 'ArrowDown', 'Enter')
    await eventually(async () =>
      page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio', { checked: true }).count(),
    ).toBe(1)
    // The keyboard is at the button that places the order as soon as the screen shows what it costs so.
    await page.getByRole('button', { name: 'Place order' }).and(page.locator(':focus')).waitFor()
    await press('F9')

    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    const orderId = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const order = await program.readOrder(orderId)
    expect(order.orderLines.map(({ variantSku, quantity }) => [variantSku, quantity])).toEqual([
      [products[0]?.variantSku, 1],
      [products[1]?.variantSku, 1],
      [products[2]?.variantSku, 4],
    ])
    expect(order.customer.id).toBe(customer.id)
    expect(order.orderTotal).toBe(orderTotal(order, products))
    await page.getByRole('region', { name: 'Order placed' }).getByText(order.orderNumber).waitFor()

    const paymentId = order.payments[0]?.id ?? ''
    await press('F3')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.keyboard.type(paymentId)
    await press('Enter')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    expect(complaints).toEqual([])
  })

  test('takes at most twelve keys with a known customer, the payment captured: no Enter skips it', async () => {
    const { page, program, press, scan, newOrder } = counter()
    const { customers } = (await program.get('/customers', { maxItems: 250 })).ok(CustomersAnswer)
    const customer = customers.find(({ addresses }) => addresses[0]?.country.name === 'Denmark')
    const products = await program.products({ search: 'mug', maxItems: 3 })
    const carts = (await program.openCarts()).length
    await newOrder()
    let keys = 0
    const count = async (...pressed: string[]): Promise<void> => {
      keys += pressed.length
      await press(...pressed)
    }
    for (const { barcode } of products) await scan(barcode ?? '')
    await count('F4')
    await type(customer?.emailAddress ?? '')
    await page.getByRole('option', { name: `${customer?.firstName} ${customer?.lastName}` }).waitFor()
    await count('Enter')
    await page.getByRole('button', { name: 'Change billing address' }).waitFor()
    await count('F6', 'ArrowDown', 'Enter', 'F8', 'ArrowDown', 'Enter')
    await page.getByRole('button', { name: 'Place order' }).and(page.locator(':focus')).waitFor()
    await count('F9')
    await captureButton().and(page.locator(':focus')).waitFor()

    await count('Enter')
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor()
    await count('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const next = page.getByRole('region', { name: 'Order placed' }).getByRole('button', { name: 'New order' })
    await next.and(page.locator(':focus')).waitFor()
    expect(keys).toBeLessThanOrEqual(12)

    const orderId = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    expect((await program.readOrder(orderId)).orderStatus.name).toBe('Paid')
    expect(await program.openCarts()).toHaveLength(carts)
  })

  test('takes at most twenty-four keys with a new customer who collects in the shop, the payment captured', async () => {
    const { page, program, press, scan, newOrder } = counter()
    const products = await program.products({ search: 'mug', maxItems: 3 })
    await newOrder()
    let keys = 0
    const count = async (...pressed: string[]): Promise<void> => {
      keys += pressed.length
      await press(...pressed)
    }
    /** Goes with the arrow keys to a choice of the list that has the focus. */
    const choose = async (list: string, name: RegExp): Promise<void> => {
      const radios = page.getByRole('radiogroup', { name: list }).getByRole('radio')
      await radios.and(page.locator(':focus')).waitFor()
      const wanted = radios.and(page.getByRole('radio', { name }))
      // The one under the focus is taken by Enter alone.
      while (!(await wanted.evaluate((radio) => radio === document.activeElement))) await count('ArrowDown')
      await count('Enter')
    }
    for (const { barcode } of products) await scan(barcode ?? '')
    await count('F4')
    await type('Ingrid Ny')
    await page.getByRole('option', { name: 'New customer “Ingrid Ny”' }).waitFor()
    await count('Enter')
    const form = page.getByRole('dialog', { name: 'New customer' })
    await form.waitFor()
    await form.getByRole('textbox', { name: 'First name' }).and(page.locator(':focus')).waitFor()
    await count('Enter')
    await form.waitFor({ state: 'hidden' })
    await choose('Delivery', /^Collection in the shop/)
    await choose('Payment', /^Cash/)
    await page.getByRole('button', { name: 'Place order' }).and(page.locator(':focus')).waitFor()
    await count('F9')
    await captureButton().and(page.locator(':focus')).waitFor()
    await count('Enter')
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor()
    await count('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByRole('region', { name: 'Order placed' })
      .getByRole('button', { name: 'New order' })
      .and(page.locator(':focus'))
      .waitFor()
    expect(keys).toBeLessThanOrEqual(24)

    const orderId = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const order = await program.readOrder(orderId)
    expect(order.orderStatus.name).toBe('Paid')
    expect([order.customer.firstName, order.customer.lastName]).toEqual(['Ingrid', 'Ny'])
    expect(order.shipments[0]?.shipmentName).toBe('Collection in the shop')
  })

  test('is for a company that names no person, who is a customer from then on', async () => {
    const { page, program, press, newOrder } = counter()
    await newOrder()
    await press('F4')
    await type('Havnens Kantine')
    await page.getByRole('option', { name: 'New customer “Havnens Kantine”' }).waitFor()
    await press('Enter')
    const form = page.getByRole('dialog', { name: 'New customer' })
    await fillAddress(form)
    for (const person of ['First name', 'Last name']) await form.getByLabel(person, { exact: true }).fill('')
    await form.getByLabel('Company', { exact: true }).fill('Havnens Kantine ApS')
    await press('Enter')
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Havnens Kantine ApS' }).waitFor()

    const { customers } = (await program.get('/customers', { search: 'havnens kantine' })).ok(CustomersAnswer)
    expect(customers).toMatchObject([
      {
        firstName: '',
        lastName: 'Havnens Kantine ApS',
        addresses: [{ companyName: 'Havnens Kantine ApS', line1: 'Kajen 4' }],
      },
    ])
  })

  test('goes on at once from a dialog that is still going out of sight, and stays there', async () => {
    const { page, press, newOrder } = counter()
    await newOrder()
    const customer = page.getByRole('combobox', { name: 'Find customer' })
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    // No machine is so slow that a dialog is gone before the next key.
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.3 })
    for (const key of ['F7', 'Shift+F4', 'F1']) {
      await press(key)
      await page.getByRole('dialog').locator(':focus').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('[role="dialog"][data-state="closed"]').waitFor()
      await page.keyboard.press('F4')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.waitForTimeout(100)
      expect([key, await customer.evaluate((field) => field === document.activeElement)]).toEqual([key, true])
    }
    await session.detach()
  })

  test('goes on from price groups that come only when they were left again, and stays there', async () => {
    const { page, press, newOrder } = counter()
    await newOrder()
    const customer = page.getByRole('combobox', { name: 'Find customer' })
    const groups = await keepBack(page, ({ pathname }) => pathname.endsWith('/price-groups'))
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    // The groups come while the dialog is still going out of sight.
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
    await press('F7')
    await page.getByRole('dialog').locator(':focus').waitFor()
    await eventually(groups.count).toBe(1)
    await page.keyboard.press('Escape')
    await page.locator('[role="dialog"][data-state="closed"]').waitFor()
    await page.keyboard.press('F4')
    await groups.letGo()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await session.detach()
    expect(await customer.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('is not placed for the customer before while another one is looked for and not chosen yet', async () => {
    const { page, press, program } = counter()
    const cartId = await openReadyToPlace(counter())
    await press('Shift+F1')
    await page.getByText('Everything is there.').waitFor()
    await press('F4')
    await type('clara')
    const option = page.getByRole('option', { name: /^Clara/ }).first()
    await option.waitFor()
    await press('F9')
    await page.getByRole('combobox', { name: 'Find customer' }).and(page.locator(':focus')).waitFor()
    await option.waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: 'The customer who is looked for is not chosen yet.' })
      .waitFor()
    await press('Enter')
    await page.getByRole('link', { name: /^Clara/ }).waitFor()
    await page.getByText('Everything is there.').waitFor()
    await press('F9')
    await captureButton().waitFor()
    expect((await program.readOrder(cartId)).customer.firstName).toBe('Clara')
  })

  test('placed with Enter held down or pressed twice captures nothing and starts no other', async () => {
    const { page, program, goTo } = counter()
    const { cartId, paymentMethodId } = await program.aCartReadyToPlace()
    expect(paymentMethodId).not.toBe('')
    await goTo(`/carts/${cartId}`)
    await page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio').nth(1).check()
    await page.getByText('Everything is there.').waitFor()
    const carts = (await program.openCarts()).length
    await page.getByRole('button', { name: 'Place order' }).focus()
    for (let time = 0; time < 40; time += 1) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(33)
    }
    await page.keyboard.up('Enter')
    await captureButton().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Capture this payment?' }).waitFor()
    expect((await program.readOrder(cartId)).orderStatus.name).toBe('New order')
    expect(await program.openCarts()).toHaveLength(carts - 1)
  })
})
