import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepBack, keepFromCore } from './keep-back.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
const scanField = (): Locator => page().getByRole('combobox', { name: 'Scan, sku or name' })
const button = (name: string): Locator => page().getByRole('button', { name })
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const leave = async (name: string): Promise<void> => {
  await dialog(name).locator(':focus').waitFor()
  await counter().press('Escape')
  await dialog(name).waitFor({ state: 'detached' })
}

async function aMugForAWalkIn(): Promise<string> {
  const { press, program, scan, newOrder, lines } = counter()
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const cartId = await newOrder()
  await scan(mug?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  await press('Shift+F1')
  await isAt(page().getByRole('radio', { name: /^Collection in the shop/ }))
  return cartId
}

describe('the keyboard is where it was', () => {
  test('when an address is left that a key, a choice or placing has asked for', async () => {
    const { press, complaints } = counter()
    await aMugForAWalkIn()
    await press('F2', 'Shift+F4')
    await leave('Billing address')
    await isAt(scanField())

    await press('F6', 'ArrowDown', 'Enter')
    await leave('Billing address')
    await isAt(page().getByRole('radio', { name: /^Parcel locker/ }))

    await press('F2', 'F9')
    await leave('Billing address')
    await isAt(button('Place order'))
    expect(complaints).toEqual([])
  })

  test('when a new customer is not made', async () => {
    const { press, newOrder, complaints } = counter()
    await newOrder()
    await press('F4')
    await type('Ingrid Ny')
    await page().getByRole('option', { name: 'New customer “Ingrid Ny”' }).waitFor()
    await press('Enter')
    await leave('New customer')
    await isAt(page().getByRole('combobox', { name: 'Find customer' }))
    expect(complaints).toEqual([])
  })

  test('on the page, where what was pressed is gone', async () => {
    const { press, program, goTo, complaints } = counter()
    const { order } = await program.anOrder({ payment: 'Card terminal' })
    await goTo(`/orders/${order.id}`)
    await button('Cancel order').press('Enter')
    await dialog('Cancel this order?').locator(':focus').waitFor()
    await press('Enter')
    await button('Cancel order').waitFor({ state: 'detached' })
    await isAt(page().getByRole('main'))

    // So where no dialog has asked.
    const { order: paid, paymentId } = await program.anOrder({ payment: 'Card terminal' })
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${paid.id}`)
    await button('Complete order').press('Enter')
    await button('Complete order').waitFor({ state: 'detached' })
    await isAt(page().getByRole('main'))
    expect(complaints).toEqual([])
  })
})

test('what is missing or wrong in a dialog has the keyboard', async () => {
  const { press, program, goTo, complaints } = counter()
  const { order } = await program.anOrder({ payment: 'Card terminal' })
  await program.post(`/payments/${order.payments[0]?.id}/capture`, {})
  await goTo(`/orders/${order.id}`)
  await button('Refund').waitFor()

  await press('F8')
  const back = dialog('Pay back')
  const [amount, reason] = ['Amount', 'Reason'].map((name) => back.getByRole('textbox', { name }))
  if (!amount || !reason) throw new Error('There are two fields.')
  await isAt(amount)
  await press('Enter')
  await isAt(reason)
  await type('Torn')
  await amount.fill('99999')
  await reason.press('Enter')
  await isAt(amount)
  await leave('Pay back')

  await button('Cancel order').press('Enter')
  const cancel = dialog('Cancel this order?')
  await cancel.getByRole('textbox', { name: 'Reason' }).focus()
  await press('Enter')
  await isAt(cancel.getByRole('radio').first())
  expect((await program.readOrder(order.id)).orderStatus.name).toBe('Paid')
  expect(complaints).toEqual([])
})

test('what is typed takes the place of the name that parking proposes', async () => {
  const { press, program, goTo, complaints } = counter()
  const cartId = await program.aCart()
  await program.addLine(cartId)
  const { customers } = (await program.get('/customers', { maxItems: 1 })).ok(CustomersAnswer)
  await program.patch(`/carts/${cartId}`, { customerId: customers[0]?.id })
  await goTo(`/carts/${cartId}`)
  await isAt(scanField())
  await press('Control+F3')
  await isAt(dialog('Park this order').getByRole('textbox', { name: 'Name' }))
  await type('Blue tent')
  await press('Enter')
  await page().getByRole('heading', { name: 'Carts' }).waitFor()
  expect((await program.readCart(cartId)).name).toBe('Blue tent')
  expect(complaints).toEqual([])
})

test('Escape clears a promotion code that is none, and what was said of it', async () => {
  const { press, newOrder } = counter()
  await newOrder()
  await press('Shift+F9')
  await type('nosuch')
  await press('Enter')
  const told = page().getByRole('alert').filter({ hasText: 'There is no code nosuch.' })
  await told.waitFor()
  await press('Escape')
  await told.waitFor({ state: 'detached' })
  expect(await page().getByRole('textbox', { name: 'Promotion code' }).inputValue()).toBe('')
})

test('what is scanned while the order is placed is told where the clerk is then: it is in no order', async () => {
  const { press, program, scan, complaints } = counter()
  const products = await program.products({ search: 'jacket', maxItems: 2 })
  const [first, second] = products.map(({ barcode }) => barcode ?? '')
  const cartId = await aMugForAWalkIn()
  await press('Enter')
  await isAt(page().getByRole('radio', { name: /^Card terminal/ }))
  await press('Enter')
  await isAt(button('Place order'))
  const placing = await keepBack(page(), ({ pathname }, method) => {
    return method === 'POST' && pathname.endsWith('/payments')
  })
  await press('F9')
  await eventually(placing.count).toBe(1)
  await scan(first ?? '')
  await scan(second ?? '')
  await placing.letGo()
  await page().getByRole('region', { name: 'Order placed' }).waitFor()
  const told = page().getByRole('alert').filter({ hasText: 'was scanned, but no order is open.' })
  await told.filter({ hasText: `“${first}, ${second}”` }).waitFor()
  expect((await program.readOrder(cartId)).orderLines).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('what is scanned while a new order is opened is in it, in its order', async () => {
  const { press, program, scan, goTo, lines, complaints } = counter()
  const products = await program.products({ search: 'jacket', maxItems: 2 })
  await goTo('/carts')
  await page().getByRole('heading', { name: 'Carts' }).waitFor()
  const opening = await keepFromCore(page(), ({ pathname }, method) => {
    return (method === 'POST' && pathname.endsWith('/carts')) || /carts\/[0-9a-f-]{36}$/.test(pathname)
  })
  await press('Shift+F2')
  await eventually(opening.count).toBe(1)
  for (const { barcode } of products) await scan(barcode ?? '')
  await page()
    .getByRole('alert')
    .filter({ hasText: products[1]?.barcode ?? '' })
    .waitFor()
  await opening.letGo()
  await eventually(async () => lines.count()).toBe(2)
  const cartId = /carts\/([0-9a-f-]{36})/.exec(page().url())?.[1] ?? ''
  const { orderLines } = await program.readCart(cartId)
  expect(orderLines.map(({ variantSku }) => variantSku)).toEqual(products.map(({ variantSku }) => variantSku))
  expect(await page().getByRole('alert').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a button that works for a while has the keyboard again when it has done so, unless one has gone on', async () => {
  const { program, goTo, complaints } = counter()
  const { catalogs } = (await program.get('/manage/catalogs')).body as { catalogs: { id: string }[] }
  await goTo(`/settings/catalogs/${catalogs[0]?.id}`)
  const field = (name: string): Locator =>
    page().getByRole('main').getByRole('textbox', { name, exact: true })
  const save = async (name: string) => {
    const saving = await keepBack(page(), (_, method) => method === 'PUT')
    await field('Name · English').fill(name)
    await button('Save').press('Enter')
    await eventually(async () => saving.count()).toBe(1)
    await eventually(async () => page().evaluate(() => document.activeElement === document.body)).toBe(true)
    return saving
  }
  await (await save(`Goods ${tag()}`)).letGo()
  await page().getByText('Saved', { exact: true }).waitFor()
  await isAt(button('Save'))

  const saving = await save(`All goods ${tag()}`)
  await field('Name · Danish').focus()
  await saving.letGo()
  await page().getByText('Saved', { exact: true }).waitFor()
  await isAt(field('Name · Danish'))

  await goTo('/customers')
  const saved = page().waitForEvent('download')
  await button('Export').press('Enter')
  await saved
  await isAt(button('Export'))
  expect(complaints).toEqual([])
})

test('delivery and payment stay in sight where they are chosen, however little of the page is', async () => {
  const { press, complaints } = counter()
  const size = page().viewportSize()
  const isInSight = async (choice: Locator): Promise<boolean> =>
    choice.evaluate((input) => {
      const { top, bottom } = input.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  try {
    await page().setViewportSize({ width: 680, height: 430 })
    await aMugForAWalkIn()
    await press('Space')
    const collection = page().getByRole('radio', { name: /^Collection in the shop/, checked: true })
    await isAt(collection)
    await eventually(async () => page().getByText('Choose how the goods are delivered.').count()).toBe(0)
    expect(await isInSight(collection)).toBe(true)
    await press('F8', 'ArrowDown')
    const cash = page().getByRole('radio', { name: 'Cash', checked: true })
    await isAt(cash)
    await page().getByText('Everything is there.').waitFor()
    expect(await isInSight(cash)).toBe(true)
  } finally {
    if (size) await page().setViewportSize(size)
  }
  expect(complaints).toEqual([])
})

test('whoever chooses the customer of all walk-ins by name goes on as with a walk-in: no address is asked for', async () => {
  const { press, program, scan, newOrder, lines, complaints } = counter()
  const placing = await program.aCartReadyToPlace({ shipping: null })
  await program.patch(`/carts/${placing.cartId}`, { walkIn: true })
  await program.post('/payments', placing)
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const cartId = await newOrder()
  await scan(mug?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  await press('F4')
  await type('walk-in')
  await page()
    .getByRole('option', { name: /^Walk-in customer/ })
    .waitFor()
  await press('Enter')
  await isAt(page().getByRole('radio', { name: /^Collection in the shop/ }))
  expect(await dialog('Billing address').count()).toBe(0)
  expect(await program.readCart(cartId)).toMatchObject({ walkIn: true, customer: null })
  expect(complaints).toEqual([])
})

describe('what an order still needs', () => {
  test('is told and seen at each F9, however little of the page is in sight', async () => {
    const { press, newOrder, complaints } = counter()
    await newOrder()
    const told = page().getByRole('alert').filter({ hasText: 'Scan the goods first.' })
    const size = page().viewportSize()
    try {
      await page().setViewportSize({ width: 680, height: 430 })
      expect(await told.count()).toBe(0)
      for (let time = 1; time <= 2; time++) {
        await press('F9')
        await told.and(page().locator(':not([data-told])')).waitFor()
        await isAt(scanField())
        const box = await told.boundingBox()
        expect(box && box.y >= 0 && box.y + box.height <= 430).toBe(true)
        // What is told again is told anew: readers pass over a text that stands there already.
        await told.evaluate((element) => element.setAttribute('data-told', ''))
      }
    } finally {
      if (size) await page().setViewportSize(size)
    }
    expect(complaints).toEqual([])
  })
})
