import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { openReadyToPlace } from './ready-to-place.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

const codeField = (): Locator => counter().page.getByRole('textbox', { name: 'Promotion code' })
const codes = (): Locator => counter().page.getByRole('list', { name: 'Promotion codes' })
const totals = async (): Promise<string> =>
  counter().page.getByRole('group', { name: 'Totals' }).first().innerText()
const hasFocus = async (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)

const money = (amount: number): string => `€${amount.toFixed(2)}`

/** A new order of one mug. @returns the cart's id */
async function anOrderOfAMug(): Promise<string> {
  const { program, newOrder, scan, lines } = counter()
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const cartId = await newOrder()
  await scan(mug?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  return cartId
}

describe('discounts and promotion codes', () => {
  test('a code is entered by keyboard, and every amount that it changes says so, with the campaign’s name', async () => {
    const { page, program, press, lines, complaints } = counter()
    const cartId = await anOrderOfAMug()
    const before = await program.readCart(cartId)

    await press('Shift+F9')
    await eventually(async () => hasFocus(codeField())).toBe(true)
    await page.keyboard.type('welcome10')
    await press('Enter')

    await codes().getByText('WELCOME10').waitFor()
    const scan = page.getByRole('combobox', { name: 'Scan, sku or name' })
    await eventually(async () => hasFocus(scan)).toBe(true)
    const after = await program.readCart(cartId)
    expect(after.orderTotal).toBeLessThan(before.orderTotal)
    const off = `−${money(before.orderTotal - after.orderTotal)}`
    await eventually(async () => lines.first().innerText()).toContain('Welcome aboard: 10% off everything')
    expect(await lines.first().locator('s:visible').innerText()).toContain(money(before.orderTotal))
    expect(await lines.first().innerText()).toContain(off)
    expect(await lines.first().innerText()).toContain(money(after.orderTotal))
    await eventually(totals).toContain('Welcome aboard: 10% off everything')
    expect(await totals()).toContain(money(before.orderTotal))
    expect(await totals()).toContain(off)
    expect(complaints).toEqual([])
  })

  test('a price that is set for a line is said to be before discount, where campaigns take something off it', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await anOrderOfAMug()
    await press('Shift+F9')
    await eventually(async () => hasFocus(codeField())).toBe(true)
    await page.keyboard.type('welcome10')
    await press('Enter')
    await codes().getByText('WELCOME10').waitFor()
    await press('Control+F9')
    const why = page.getByRole('dialog', { name: 'Why this price?' })
    const field = why.getByRole('textbox', { name: 'Price each, tax included' })
    await field.and(page.locator(':focus')).waitFor()
    // As it is copied from where it stands.
    await field.fill('€9.00')
    await why.getByText('€9.00 each, before discount', { exact: true }).waitFor()
    await press('Enter')
    await why.waitFor({ state: 'hidden' })
    await eventually(async () => (await program.readCart(cartId)).orderLines[0]?.total).toBe(8.1)
    expect(complaints).toEqual([])
  })

  test('a code is scanned wherever the focus is, in its field too, and goods there still go into the cart', async () => {
    const { page, program, press, scan, lines } = counter()
    const cartId = await anOrderOfAMug()
    const [apron] = await program.products({ search: 'apron', maxItems: 1 })
    await press('Shift+F9')
    await eventually(async () => hasFocus(codeField())).toBe(true)
    await scan('WELCOME10')
    await codes().getByText('WELCOME10').waitFor()
    await page.getByRole('status').filter({ hasText: 'Promotion code WELCOME10 added' }).waitFor()
    await codeField().focus()
    await scan(apron?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(2)
    expect(await codeField().inputValue()).toBe('')
    expect((await program.readCart(cartId)).orderLines).toHaveLength(2)
  })

  test('a code that nobody knows is refused at its field, which keeps it to be corrected', async () => {
    const { page, press } = counter()
    await anOrderOfAMug()
    await press('Shift+F9')
    await page.keyboard.type('WELCOME01')
    await press('Enter')
    await page.getByRole('alert').filter({ hasText: 'There is no code WELCOME01.' }).waitFor()
    expect(await hasFocus(codeField())).toBe(true)
    expect(await codeField().inputValue()).toBe('WELCOME01')
    await page.keyboard.type('WELCOME10')
    await press('Enter')
    await codes().getByText('WELCOME10').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)

    await press('Shift+F9')
    await page.keyboard.type('Welcome10')
    await press('Enter')
    await page.getByRole('alert').filter({ hasText: 'has the code Welcome10 already' }).waitFor()
  })

  test('a code and goods that stand typed in their fields are of the order that is placed, once what they change was seen', async () => {
    const { page, program, press, complaints } = counter()
    const cartId = await openReadyToPlace(counter())
    const isAskedAgain = async (total: number): Promise<void> =>
      page.getByText(`Now €${total.toFixed(2)}. Press F9 again to place it.`).waitFor()
    await press('Shift+F9')
    await page.keyboard.type('WELCOME01')
    await press('F9')
    await page.getByRole('alert').filter({ hasText: 'There is no code WELCOME01.' }).waitFor()
    expect(await hasFocus(codeField())).toBe(true)
    await page.keyboard.type('WELCOME10')
    await press('F9')
    await codes().getByText('WELCOME10').waitFor()
    await isAskedAgain((await program.readCart(cartId)).orderTotal)

    const [mug] = await program.products({ search: 'mug', maxItems: 1 })
    const scanField = page.getByRole('combobox', { name: 'Scan, sku or name' })
    await press('F2')
    await page.keyboard.type('apron')
    await press('F9')
    await page.getByRole('option').first().waitFor()
    expect(await hasFocus(scanField)).toBe(true)
    await press('Control+a')
    await page.keyboard.type(mug?.variantSku ?? mug?.sku ?? '', { delay: 120 })
    await press('F9')
    await eventually(async () => (await program.readCart(cartId)).orderLines.length).toBe(2)
    const { orderTotal } = await program.readCart(cartId)
    await isAskedAgain(orderTotal)
    await press('F9')
    await page.waitForURL(/#\/orders\//)
    expect(await program.readOrder(cartId)).toMatchObject({ orderTotal, orderLines: [{}, {}] })
    expect(complaints).toEqual([])
  })

  test('a code that asks for more than the cart holds waits in sight, and can be taken back', async () => {
    const { page, program, press } = counter()
    const cartId = await anOrderOfAMug()
    const { orderTotal } = await program.readCart(cartId)
    await press('Shift+F9')
    await page.keyboard.type('SORRY50')
    await press('Enter')
    await codes().getByText('takes nothing off yet').waitFor()
    await press('F2')
    await page.getByRole('spinbutton').first().fill('5')
    await press('Enter')
    await eventually(totals).toContain('Apology: 50 kroner off')
    await eventually(async () => codes().innerText()).not.toContain('takes nothing off yet')

    await page.getByRole('button', { name: 'Remove the code SORRY50' }).click()
    await codes().waitFor({ state: 'detached' })
    await eventually(totals).not.toContain('Apology')
    expect((await program.readCart(cartId)).orderTotal).toBe(orderTotal * 5)
  })

  test('a code that somebody else has used up meanwhile says so, and a second one of its campaign that it would be wasted', async () => {
    const { core, page, program, press } = counter()
    const manager = await localProgram(core, 'manage')
    // Its own again at a second try.
    const code = `ONCE${tag()}`
    const campaign = {
      names: { 'en-GB': 'Once only' },
      maxUsesPerCode: 1,
      currencies: [{ currency: 'EUR', minimum: 0 }],
      codes: [{ code }, { code: `${code}B` }],
      items: [{ target: 'order', rate: 0.5, names: { 'en-GB': 'Half' } }],
    }
    expect((await manager.post('/manage/campaigns', campaign)).status).toBe(200)
    await anOrderOfAMug()
    await press('Shift+F9')
    await page.keyboard.type(code)
    await press('Enter')
    await eventually(totals).toContain('Once only: Half')
    await press('Shift+F9')
    await page.keyboard.type(`${code}B`)
    // Twice, as who sees nothing happen at once.
    await press('Enter', 'Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: `${code}B is left unused: the cart has another code` })
      .waitFor()
    await press('Escape')
    const other = await program.aCartReadyToPlace()
    expect((await program.post(`/carts/${other.cartId}/promotion-codes/${code}`)).status).toBe(200)
    expect((await program.post('/payments', other)).status).toBe(200)
    await press('F2')
    await page.getByRole('spinbutton').first().fill('2')
    await press('Enter')
    await codes().getByText('Once only: used as often as it may be').waitFor()
    expect(await totals()).not.toContain('Once only')
  })

  test('the order just placed, its page and its print name every discount: of lines, delivery and order', async () => {
    const { page, program, goTo } = counter()
    const placing = await program.aCartReadyToPlace({
      priceGroup: 'Harbour Club, EUR',
      quantities: [2, 3],
    })
    for (const code of ['WELCOME10', 'SORRY50']) {
      expect((await program.post(`/carts/${placing.cartId}/promotion-codes/${code}`)).status).toBe(200)
    }
    expect((await program.post('/payments', placing)).status).toBe(200)
    const order = await program.readOrder(placing.cartId)
    const names = [
      'Welcome aboard: 10% off everything',
      'Harbour Club: Free delivery',
      'Apology: 50 kroner off',
    ]

    await goTo(`/orders/${order.id}?placed=now`)
    const placed = page.getByRole('region', { name: 'Order placed' })
    await placed.waitFor()
    for (const name of names) expect(await placed.innerText()).toContain(name)
    await page.emulateMedia({ media: 'print' })
    const lines = page.getByRole('table', { name: 'Lines' })
    expect(await lines.innerText()).toContain('Welcome aboard: 10% off everything')
    expect(await lines.locator('s:visible').count()).toBe(2)
    for (const name of names) expect(await totals()).toContain(name)
    expect(await totals()).toContain(money(order.orderTotal))
    await page.emulateMedia({ media: null })

    // What is off a line is written as what is off the order.
    await goTo(`/orders/${order.id}/print`)
    await page.getByRole('combobox').first().click()
    await page.getByRole('option', { name: 'Invoice', exact: true }).click()
    const invoice = page.getByRole('article')
    await invoice.getByText('Invoice', { exact: true }).waitFor()
    const off = /\S€[\d.]+/gu
    expect(new Set((await invoice.innerText()).match(off)?.map(([sign]) => sign))).toEqual(new Set(['-']))
  })
})
