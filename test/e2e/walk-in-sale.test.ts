import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { CartsAnswer } from '../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { ManagedStoresAnswer } from '../../core/store-settings/store-settings.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepFromCore } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
const COLLECTION = 'Collection in the shop'

const radio = (list: string, name: string, page: Page = counter().page): Locator =>
  page.getByRole('radiogroup', { name: list }).getByRole('radio', { name: new RegExp(`^${name}`) })
const isChosen = async (list: string, name: string, page?: Page): Promise<void> =>
  radio(list, name, page)
    .and((page ?? counter().page).getByRole('radio', { checked: true }))
    .waitFor()
const isNothingChosen = async (list: string): Promise<void> =>
  eventually(async () =>
    counter().page.getByRole('radiogroup', { name: list }).getByRole('radio', { checked: true }).count(),
  ).toBe(0)
const focused = (locator: Locator): Locator => locator.and(counter().page.locator(':focus'))
const customerPanel = (page: Page = counter().page): Locator =>
  page.getByRole('region', { name: 'Customer', exact: true })
const isReady = async (): Promise<void> => counter().page.getByText('Everything is there.').waitFor()
const placedOrder = async () => {
  await counter().page.getByRole('region', { name: 'Order placed' }).waitFor()
  return counter().program.readOrder(/orders\/([0-9a-f-]{36})/.exec(counter().page.url())?.[1] ?? '')
}
const openCarts = async (program: Clerk): Promise<string[]> =>
  (await program.get('/carts', { state: 'open', maxItems: 1000 })).ok(CartsAnswer).carts.map(({ id }) => id)

let manager: Clerk

/** What the shop says of walk-ins; the console hears of it. */
async function set(change: object): Promise<void> {
  const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
  const heard = counter().page.waitForResponse((answer) => answer.url().endsWith('/api/v1/store'))
  expect((await manager.patch(`/manage/stores/${store?.id}`, change)).status).toBe(200)
  await (await heard).finished()
}

/** Everything is ready for a walk-in. */
beforeEach(async () => {
  const { core, page, program } = counter()
  manager = await localProgram(core, 'manage')
  const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
  const change = {
    walkInShippingMethodId: await program.shippingMethod(COLLECTION),
    walkInPaymentMethodId: await program.paymentMethod('Cash'),
    beginsWithWalkIn: true,
  }
  expect((await manager.patch(`/manage/stores/${store?.id}`, change)).status).toBe(200)
  await page.goto(`${core.api}/#/carts`)
  await page.reload()
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
})

describe('a sale to a walk-in who takes the goods along', () => {
  test('begins without a request that the core refuses', async () => {
    const { page, press } = counter()
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
    const priced = page.waitForResponse((answer) => /paymentMethodId=.*priceGroupId=/.test(answer.url()))
    await press('Shift+F2')
    await isChosen('Payment', 'Cash')
    await priced
    expect(refused).toEqual([])
  })

  test('takes four keys beside the scans, from the beginning to the cash', async () => {
    const { page, program, press, scan, lines, complaints } = counter()
    const products = await program.products({ search: 'mug', maxItems: 3 })
    let keys = 0
    const count = async (...pressed: string[]): Promise<void> => {
      keys += pressed.length
      await press(...pressed)
    }
    await count('Shift+F2')
    // The scanner waits for no page.
    for (const { barcode } of products) await scan(barcode ?? '')
    await eventually(async () => lines.count()).toBe(3)
    await isReady()
    const total = await page.getByRole('region', { name: 'Checkout' }).locator('dd[aria-live]').textContent()
    await count('F9')
    await focused(page.getByRole('button', { name: 'Capture payment' })).waitFor()
    await count('Enter')
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await focused(dialog.getByRole('textbox')).waitFor()
    await count('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(keys).toBe(4)

    const order = await placedOrder()
    expect(order.orderStatus.name).toBe('Paid')
    expect(order.customer).toMatchObject({ firstName: '', emailAddress: null })
    expect(order.shipments).toMatchObject([{ shipmentName: COLLECTION }])
    expect(order.payments).toMatchObject([{ paymentMethod: { name: 'Cash' } }])
    expect(total).toContain(order.orderTotal.toFixed(2))
    expect(complaints).toEqual([])
  })

  test('is begun once by a key that is pressed twice, and what is scanned before its cart is there is in it', async () => {
    const { page, program, newOrder, scan, lines } = counter()
    const before = await openCarts(program)
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    await newOrder()
    const kept = await keepFromCore(
      page,
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/carts'),
    )
    await page.keyboard.press('Shift+F2')
    await page.keyboard.press('Shift+F2')
    await eventually(kept.count).toBe(1)
    await scan(mug?.barcode ?? '')
    await kept.letGo()
    await eventually(async () => lines.count()).toBe(1)
    await isReady()
    const begun = (await openCarts(program)).filter((id) => !before.includes(id))
    expect(begun).toHaveLength(1)
    expect(await program.readCart(begun[0] ?? '')).toMatchObject({ walkIn: true })
  })

  test('leaves nothing behind where nothing came of it, whatever was chosen for it', async () => {
    const { page, program, newOrder, press, complaints } = counter()
    const before = await openCarts(program)
    const [first, second] = [await newOrder(), await newOrder()]
    await isChosen('Delivery', COLLECTION)
    expect(second).not.toBe(first)
    await press('F6')
    await focused(page.getByRole('radiogroup', { name: 'Delivery' }).getByRole('radio'))
      .first()
      .waitFor()
    await page.getByRole('radio', { name: /^Home delivery/ }).click()
    await isChosen('Delivery', 'Home delivery')
    await page.getByRole('link', { name: 'Carts', exact: true }).click()
    await page.getByRole('heading', { name: 'Carts' }).waitFor()
    await eventually(async () => openCarts(program)).toEqual(before)
    expect(complaints).toEqual([])
  })

  test('becomes a customer’s by F4, who collects too and is asked how they pay; undone, it is the walk-in’s again', async () => {
    const { page, program, press, newOrder, scan, lines } = counter()
    const { customers } = (await program.get('/customers', { maxItems: 250 })).ok(CustomersAnswer)
    const customer = customers.find(
      ({ addresses, organization }) => organization === null && addresses[0]?.country.name === 'Denmark',
    )
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const cartId = await newOrder()
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    await isReady()
    await press('F4')
    await page.keyboard.type(customer?.emailAddress ?? '', { delay: 120 })
    await page.getByRole('option', { name: `${customer?.firstName} ${customer?.lastName}` }).waitFor()
    await press('Enter')
    await customerPanel()
      .getByRole('link', { name: customer?.lastName ?? '' })
      .waitFor()
    await isChosen('Delivery', COLLECTION)
    await isNothingChosen('Payment')
    await focused(page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio'))
      .first()
      .waitFor()
    expect((await program.readCart(cartId)).customer?.id).toBe(customer?.id)

    await press('F2', 'Control+z')
    await customerPanel().getByText('Gives no name or address').waitFor()
    await isChosen('Payment', 'Cash')
    await isReady()
    const cart = await program.readCart(cartId)
    expect(cart).toMatchObject({ walkIn: true, billingAddress: { firstName: '', line1: '' } })
    expect(cart.shipments).toMatchObject([{ shipmentName: COLLECTION, shipmentAddress: { line1: '' } }])
  })

  test('is so by Shift+F1, too, where orders begin for nobody; undone and done again, it has its delivery with it', async () => {
    const { page, program, press, newOrder, scan, lines } = counter()
    await set({ beginsWithWalkIn: false })
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const cartId = await newOrder()
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    await isNothingChosen('Payment')
    expect(await program.readCart(cartId)).toMatchObject({ shipments: [], billingAddress: null })
    await press('Shift+F1')
    await isReady()
    await focused(page.getByRole('button', { name: 'Place order' })).waitFor()
    await press('F2', 'Control+z')
    await isNothingChosen('Delivery')
    await isNothingChosen('Payment')
    await eventually(async () => program.readCart(cartId)).toMatchObject({
      shipments: [],
      billingAddress: null,
    })
    await press('Control+y')
    await isReady()
    await isChosen('Delivery', COLLECTION)
    expect((await program.readCart(cartId)).shipments).toMatchObject([{ shipmentName: COLLECTION }])
  })

  test('is paid as the clerk has chosen, and by nothing that a manager sets meanwhile; another tab sees the same', async () => {
    const { page, program, press, newOrder, scan, lines } = counter()
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const cartId = await newOrder()
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await isChosen('Payment', 'Cash', other)
    await isChosen('Delivery', COLLECTION, other)
    await customerPanel(other).getByText('Gives no name or address').waitFor()
    await other.close()

    await set({
      walkInPaymentMethodId: await program.paymentMethod('Card terminal'),
      walkInShippingMethodId: null,
    })
    await isChosen('Payment', 'Cash')
    await isChosen('Delivery', COLLECTION)
    await press('F9')
    expect((await placedOrder()).payments).toMatchObject([{ paymentMethod: { name: 'Cash' } }])
    expect((await placedOrder()).id).toBe(cartId)

    await newOrder()
    await isChosen('Payment', 'Card terminal')
    await isNothingChosen('Delivery')
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    await radio('Delivery', COLLECTION).click()
    await radio('Payment', 'Cash').click()
    await isChosen('Payment', 'Cash')
    await page.reload()
    await isChosen('Payment', 'Cash')
    await isReady()
  })

  test('says which method is gone that was retired meanwhile, and is not placed with it', async () => {
    const { page, program, press, newOrder, scan, lines } = counter()
    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    await newOrder()
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
    await isReady()
    for (const [noun, id] of [
      ['payment-methods', await program.paymentMethod('Cash')],
      ['shipping-methods', await program.shippingMethod(COLLECTION)],
    ] as const) {
      const path = `/manage/${noun}/${id}`
      expect((await manager.patch(path, { state: 'retired' })).status).toBe(200)
      const list = noun === 'payment-methods' ? 'Payment' : 'Delivery'
      await page.getByRole('region', { name: list, exact: true }).getByRole('status').waitFor()
      await press('F9')
      await focused(page.getByRole('radiogroup', { name: list }).getByRole('radio'))
        .first()
        .waitFor()
      expect((await manager.patch(path, { state: 'active' })).status).toBe(200)
      await isReady()
    }
    await press('F9')
    await placedOrder()
  })
})
