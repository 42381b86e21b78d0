import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { GiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import { Order, OrdersAnswer } from '../../core/orders/order.schema.ts'
import { StockAnswer, StockLevel } from '../../core/stock/stock.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { keepBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'
import { openReadyToPlace } from './ready-to-place.ts'

const counter = counterOfDemoShop()
let manager: Clerk

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const dialog = (): Locator => page().getByRole('dialog', { name: 'Take goods back' })
const reason = (): Locator => dialog().getByRole('textbox', { name: 'Reason' })
const method = (): Locator => dialog().getByRole('combobox', { name: 'Paid back by' })
const code = (): Locator => dialog().getByRole('textbox', { name: 'Code' })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
/** Enter counts once the question has been in sight. */
async function confirm(): Promise<void> {
  await dialog().locator('button[type="submit"]:not([aria-disabled])').waitFor()
  await counter().press('Enter')
}
const openDialog = async (): Promise<void> => {
  await counter().press('Control+Shift+F9')
  await isAt(reason())
}
async function choose(name: string): Promise<void> {
  await method().click()
  await page().getByRole('option', { name }).click()
}
async function onReturn(cartId: string): Promise<Order> {
  await page().waitForURL((url) => url.hash.startsWith(`#/orders/${cartId}`))
  await page()
    .getByText(/^Return H-\d+: taken back without an order$/)
    .waitFor()
  const order = (await manager.get(`/orders/${cartId}`)).ok(Order)
  await page()
    .getByRole('heading', { name: `Return ${order.orderNumber}`, exact: true })
    .waitFor()
  expect(order.orderStatus.name).toBe('Return')
  return order
}
const papers = (): Locator => page().getByRole('link', { name: 'Print refund 1' })

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
})

describe('goods that come back without an order', () => {
  test('are taken back by keyboard: scanned for a walk-in, paid in cash, back in stock, with a paper to take along', async () => {
    const { complaints, goTo, press, program, scan } = counter()
    const [level] = (await manager.get('/stock', { maxItems: 1 })).ok(StockAnswer).stock
    if (!level) throw new Error('The shop keeps no stock.')
    const cartId = await program.aCart()
    await goTo(`/carts/${cartId}`)
    await press('F2')
    await press('Control+Shift+F9')
    await isAt(page().getByRole('combobox', { name: 'Goods' }).or(page().getByPlaceholder(/^Scan/)))
    await scan(level.variantSku ?? level.sku)
    await page()
      .getByRole('spinbutton')
      .or(page().getByRole('textbox', { name: /^Quantity/ }))
      .first()
      .waitFor()
    // Nobody is named yet: that is asked for first.
    await press('Control+Shift+F9')
    expect(await dialog().count()).toBe(0)
    await press('Shift+F1')
    await page().getByText('Gives no name or address').waitFor()
    await openDialog()
    await eventually(() => method().inputValue()).toBe('Cash')
    await confirm()
    expect(await faultAt(reason())).toBe('Please fill this in')
    await type('No receipt')
    expect(await accessibilityFaults(page())).toStrictEqual([])
    await confirm()

    const { orderTotal, orderNumber } = await onReturn(cartId)
    const { quantity } = (await manager.get(`/stock/${level.id}`)).ok(StockLevel)
    expect(quantity).toBe(level.quantity + 1)
    await isAt(papers())
    await press('Enter')
    await page().getByRole('heading', { name: 'Refund receipt' }).waitFor()
    const paper = await page().getByRole('main').innerText()
    expect(paper).toContain(`${orderNumber}-R1`)
    expect(paper).toContain(`€${orderTotal.toFixed(2)}`)
    expect(paper).not.toContain('For order')
    expect(complaints).toStrictEqual([])
  })

  test('may be paid back onto a gift card, whose code is shown once, or one that was printed before is scanned', async () => {
    const { complaints, press, scan } = counter()
    const cartId = await openReadyToPlace(counter())
    await openDialog()
    await type('Too small')
    await choose('Gift card')
    await code().waitFor()
    await reason().focus()
    await confirm()
    const made = page().getByRole('dialog', { name: 'The code of the gift card' })
    await made.waitFor()
    const [text = ''] = /\b[A-Z2-9]{4}(-[A-Z2-9]{4}){3}\b/.exec(await made.innerText()) ?? []
    // What is heard of the return meanwhile takes nobody away from the only sight of the code.
    expect(page().url()).toContain(`#/carts/${cartId}`)
    expect(await page().getByText('Somebody else has changed this order').count()).toBe(0)
    await press('Escape')
    const { orderTotal } = await onReturn(cartId)
    const card = (await manager.post('/gift-cards/lookup', { code: text })).ok(GiftCard)
    expect(card).toMatchObject({ balance: orderTotal, orderId: cartId })
    await page()
      .getByRole('region', { name: 'Gift cards', exact: true })
      .getByRole('link', { name: `…${card.lastCharacters}` })
      .waitFor()

    const second = await openReadyToPlace(counter())
    await openDialog()
    await choose('Gift card')
    await reason().focus()
    await type('Twice')
    await scan('PRINTED-7788')
    await eventually(() => code().inputValue()).toBe('PRINTED-7788')
    expect(await reason().inputValue()).toBe('Twice')
    // It was another card: the field that the scan falls into shows what is paid back onto.
    await code().fill('')
    await scan('PRINTED-7789')
    await eventually(() => code().inputValue()).toBe('PRINTED-7789')
    await confirm()
    await onReturn(second)
    expect((await manager.post('/gift-cards/lookup', { code: 'PRINTED-7788' })).status).toBe(404)
    expect((await manager.post('/gift-cards/lookup', { code: 'PRINTED-7789' })).status).toBe(200)
    expect(complaints).toStrictEqual([])
  })

  test('come back with what is scanned while it is asked why, and the keyboard goes back to where it was', async () => {
    const { complaints, press, program, scan } = counter()
    const cartId = await openReadyToPlace(counter())
    await press('F2')
    const place = page().getByRole('combobox', { name: 'Scan, sku or name' })
    await isAt(place)
    await press('Control+Shift+F9')
    await isAt(reason())
    await eventually(() => method().inputValue()).toBe('Cash')
    const skus = async () => (await program.readCart(cartId)).orderLines.map(({ sku }) => sku)
    const known = await skus()
    const other = (await program.products({ maxItems: 50 })).find(
      ({ barcode, sku }) => barcode !== null && !known.includes(sku),
    )
    await scan(other?.barcode ?? '')
    await eventually(async () => (await skus()).length).toBe(known.length + 1)
    const { orderTotal, paymentTotal } = await program.readCart(cartId)
    await dialog()
      .getByText(`€${(orderTotal - paymentTotal).toFixed(2)}`)
      .first()
      .waitFor()
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await isAt(place)
    expect(complaints).toStrictEqual([])
  })

  test('onto a gift card of which no answer came, or came late, are taken back once, and a code is shown', async () => {
    const { complaints, page, press } = counter()
    const made = page.getByRole('dialog', { name: 'The code of the gift card' })
    const isReturn = (url: URL): boolean => url.pathname.endsWith('/returns')
    const begin = async (): Promise<string> => {
      const cartId = await openReadyToPlace(counter())
      await openDialog()
      await choose('Gift card')
      await reason().focus()
      await type('Late')
      return cartId
    }
    const isShown = async (cartId: string): Promise<void> => {
      await made.waitFor()
      const [text = ''] = /\b[A-Z2-9]{4}(-[A-Z2-9]{4}){3}\b/.exec(await made.innerText()) ?? []
      await press('Escape')
      const { orderTotal } = await onReturn(cartId)
      const card = (await manager.post('/gift-cards/lookup', { code: text })).ok(GiftCard)
      expect(card).toMatchObject({ balance: orderTotal, orderId: cartId })
    }

    const late = await begin()
    const kept = await keepBack(page, isReturn)
    await confirm()
    await eventually(kept.count).toBe(1)
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await kept.letGo()
    await isShown(late)

    const lost = await begin()
    await page.route(
      isReturn,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await confirm()
    await isShown(lost)
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toStrictEqual([])
  })

  test('are not, where a colleague has changed the cart meanwhile; what is typed is there again after a reload, and a delivery is refused', async () => {
    const { complaints, page, press } = counter()
    const cartId = await openReadyToPlace(counter())
    await openDialog()
    await type('Never worn')
    await page.reload()
    await page.getByText('Scan, or type').or(page.getByPlaceholder(/^Scan/)).first().waitFor()
    await openDialog()
    expect(await reason().inputValue()).toBe('Never worn')
    const [line] = (await manager.readCart(cartId)).orderLines
    await manager.patch(`/carts/${cartId}/lines/${line?.id}`, { quantity: 3 })
    await confirm()
    await dialog().waitFor({ state: 'detached' })
    await page
      .getByText(/has changed this order/)
      .first()
      .waitFor()
    const { orders } = (await manager.get('/orders', { search: cartId })).ok(OrdersAnswer)
    expect(orders).toStrictEqual([])
    await press('Control+Shift+M')
    await page.getByRole('radio', { name: /^Home delivery/ }).click()
    await page.getByRole('radio', { name: /^Home delivery/, checked: true }).waitFor()
    await openDialog()
    await confirm()
    await dialog()
      .getByText(/^Delivery: Home delivery is not paid back/)
      .waitFor()
    expect(complaints.filter((text) => !/40[09]/.test(text))).toStrictEqual([])
  })
})
