import { expect, test } from 'vitest'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'

const counter = counterOfDemoShop()

test('an order is parked under a name, found by it, and gone on with, by keyboard alone', async () => {
  const { page, program, press, newOrder, scan, lines, complaints } = counter()
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const cartId = await newOrder()
  const label = `Blue tent ${cartId.slice(-5)}`
  await scan(mug?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  await press('Control+F3')
  const dialog = page.getByRole('dialog', { name: 'Park this order' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.and(page.locator(':focus')).waitFor()
  await press('Enter')
  await eventually(async () => faultAt(name)).toBe('Please fill this in')
  await page.keyboard.type(label, { delay: 120 })
  await press('Enter')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  expect((await program.readCart(cartId)).name).toBe(label)

  const parked = page.getByRole('link', { name: label, exact: true })
  await parked.waitFor()
  await page.getByRole('searchbox', { name: 'Search carts' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(`tent ${cartId.slice(-5)}`, { delay: 120 })
  await eventually(async () => page.getByRole('table', { name: 'Carts' }).locator('tbody tr').count()).toBe(1)
  expect(await accessibilityFaults(page)).toEqual([])
  await press('Enter')
  await page.waitForURL((url) => url.hash === `#/carts/${cartId}`)
  await page.getByText(`Parked under: ${label}`).waitFor()
  expect(await lines.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a name that is half typed is there again after a reload, for that order alone, until somebody gives it up', async () => {
  const { page, program, press, newOrder, scan, lines, goTo, complaints } = counter()
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const orders: string[] = []
  for (let count = 0; count < 2; count++) {
    orders.push(await newOrder())
    await scan(mug?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)
  }
  const [other = '', cartId = ''] = orders
  const dialog = page.getByRole('dialog', { name: 'Park this order' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const typed = async (): Promise<string> => {
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    await press('Control+F3')
    await name.and(page.locator(':focus')).waitFor()
    return name.inputValue()
  }
  const dismiss = async (): Promise<void> => {
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  expect(await typed()).toBe('')
  await name.fill('Red canoe')
  await page.reload()
  expect(await typed()).toBe('Red canoe')
  await page.reload()
  await goTo(`/carts/${other}`)
  expect(await typed()).toBe('')
  await dismiss()
  await goTo(`/carts/${cartId}`)
  expect(await typed()).toBe('Red canoe')
  await dismiss()
  expect(await typed()).toBe('')
  await name.fill(`Red canoe ${cartId.slice(-5)}`)
  await press('Enter')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('.park-typed.')
  expect(complaints).toEqual([])
})

test('parking takes goods and a code along that only lack their Enter, and waits for what is wrong with them', async () => {
  const { page, program, press, newOrder, lines, complaints } = counter()
  const [mug] = await program.products({ search: 'mug', maxItems: 1 })
  const cartId = await newOrder()
  const code = page.getByRole('textbox', { name: 'Promotion code' })
  await page.getByRole('combobox', { name: 'Scan, sku or name' }).fill(mug?.barcode ?? '')
  await code.fill('NOSUCHCODE')
  await press('Control+F3')
  await page.getByText('There is no code NOSUCHCODE.').waitFor()
  await code.and(page.locator(':focus')).waitFor()
  await eventually(async () => lines.count()).toBe(1)
  const dialog = page.getByRole('dialog', { name: 'Park this order' })
  expect(await dialog.count()).toBe(0)

  await code.fill('WELCOME10')
  await page.getByRole('button', { name: 'Park', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grey scarf')
  await press('Enter')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  const { name, orderLines } = await program.readCart(cartId)
  expect({ name, lines: orderLines.length }).toStrictEqual({ name: 'Grey scarf', lines: 1 })
  expect((await program.get(`/carts/${cartId}/promotion-codes`)).body).toMatchObject({
    promotionCodes: [{ code: 'WELCOME10' }],
  })
  expect(complaints).toEqual([])
})

test('an order without goods is there for whoever comes back to it, where a code or a reason was given', async () => {
  const { page, press, goTo, newOrder, complaints } = counter()
  const given: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && given.push(request.url()))
  const leave = async (): Promise<void> => {
    await goTo('/products')
    await page.getByRole('heading', { name: 'Products' }).waitFor()
  }

  const withCode = await newOrder()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('WELCOME10')
  await page.getByRole('textbox', { name: 'Promotion code' }).press('Enter')
  const codes = page.getByRole('list', { name: 'Promotion codes' })
  await codes.getByText('WELCOME10').waitFor()
  await leave()

  const withReason = await newOrder()
  await press('F7')
  const dialog = page.getByRole('dialog', { name: 'Price group' })
  await dialog.getByRole('radio', { name: /^Coffee wholesale, Germany/ }).click()
  await press('Enter')
  await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('As agreed', { delay: 120 })
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await leave()

  await goTo(`/carts/${withCode}`)
  await codes.getByText('WELCOME10').waitFor()
  await goTo(`/carts/${withReason}`)
  await page.getByText('As agreed').waitFor()
  expect(given).toEqual([])
  expect(complaints).toEqual([])
})
