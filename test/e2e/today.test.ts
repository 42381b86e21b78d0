import { expect, test } from 'vitest'
import { CONSOLE_DIR } from '../../core/cli/serve.ts'
import { StockAnswer } from '../../core/stock/stock.schema.ts'
import { localDate, momentAt } from '../../core/kernel/time-zone.ts'
import { openCoreIn } from '../support/open-core.ts'
import { openPage } from './browser.ts'
import { counterOfDemoShop } from './counter.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { removeDataDir } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

const counter = counterOfDemoShop()
const browser = sharedBrowser()

test('Today tells how the day goes, follows what is sold, and has a table behind each chart', async () => {
  const { page, program, press, complaints } = counter()
  await press('Control+F2')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  const orders = page.getByRole('link', { name: 'Orders today' })
  await orders.waitFor()
  const countOf = async (): Promise<number> =>
    Number((await page.locator('div:has(> p > a:text-is("Orders today")) > p').nth(1).innerText()).trim())
  const before = await countOf()
  const { order } = await program.anOrder({ shipping: null })
  await expect.poll(countOf, { timeout: 3000, interval: 20 }).toBe(before + 1)
  const latest = page.getByRole('table', { name: 'Latest orders' })
  await latest.getByRole('link', { name: order.orderNumber }).waitFor()

  const chart = page.getByRole('region', { name: 'Orders by hour' })
  await chart.getByText('As a table').focus()
  await press('Enter')
  const cells = await chart.getByRole('table').locator('tbody td:nth-child(2)').allInnerTexts()
  expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(before + 1)

  await latest.getByRole('link', { name: order.orderNumber }).focus()
  await press('Enter')
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Waiting for payment' }).focus()
  await press('Enter')
  await page.waitForURL(/#\/orders\?.*status=New/)
  await eventually(async () => page.getByRole('row').count()).toBeGreaterThan(1)
  expect(complaints).toEqual([])
})

test('Today leads to the orders that it has counted: those of its currency, without what was cancelled', async () => {
  const { page, program, press, complaints } = counter()
  await program.anOrder({ currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null })
  const { order } = await program.anOrder({ shipping: null })
  await program.post(`/orders/${order.id}/cancel`, {})
  await program.anOrder({ shipping: null })
  await press('Control+F2')
  const tile = page.getByRole('link', { name: 'Orders today' })
  await tile.waitFor()
  const counted = (
    await page.locator('div:has(> p > a:text-is("Orders today")) > p').nth(1).innerText()
  ).trim()
  await tile.focus()
  await press('Enter')
  await page.waitForURL(/#\/orders\?.*currency=EUR/)
  await eventually(async () => page.locator('tbody tr').count()).toBe(Number(counted))
  await page.getByRole('combobox', { name: 'Currency' }).getByText('EUR').waitFor()
  await page.getByRole('combobox', { name: 'State' }).getByText('Sales').waitFor()
  expect(complaints).toEqual([])
})

test('Today says how many things are low in stock, follows what is sold, and leads to them', async () => {
  const { page, program, press, complaints } = counter()
  const { stock } = (await program.get('/stock', { state: 'low' })).ok(StockAnswer)
  const { stock: kept } = (await program.get('/stock')).ok(StockAnswer)
  const goods = kept.find(({ quantity, reorderPoint }) => reorderPoint !== null && quantity > reorderPoint)
  if (!goods) throw new Error('Everything is low.')
  await press('Control+F2')
  const note = page.getByRole('link', { name: / low in stock$/ })
  await eventually(async () => Number.parseInt(await note.innerText(), 10)).toBe(stock.length)
  const { reorderPoint, sku, variantSku } = goods
  const items = [{ sku, variantSku, quantity: reorderPoint }]
  await program.post('/stock/movements', { kind: 'count', items })
  await eventually(async () => Number.parseInt(await note.innerText(), 10)).toBe(stock.length + 1)
  await note.focus()
  await press('Enter')
  await page.waitForURL(/#\/stock\?state=low/)
  await eventually(async () => page.locator('tbody tr').count()).toBe(stock.length + 1)
  expect(complaints).toEqual([])
})

test('Today tells what the day took by each way to pay, and what a day before it did', async () => {
  const { page, program, press, complaints } = counter()
  await press('Control+F2')
  const takings = page.getByRole('region', { name: 'Takings' })
  const cash = takings.getByRole('row', { name: /^Cash/ }).getByRole('cell')
  const kept = async (): Promise<number> =>
    (await cash.count()) === 0 ? 0 : Number((await cash.last().innerText()).replace(/[^\d.-]/g, ''))
  await takings.getByRole('button', { name: 'The day before' }).waitFor()
  const before = await kept()
  const { order, paymentId } = await program.anOrder({ payment: 'Cash', shipping: null })
  await program.post(`/payments/${paymentId}/capture`, { cashGiven: order.orderTotal + 5 })
  await program.post(`/payments/${paymentId}/refund`, { amount: 1.5 })
  await expect.poll(kept, { timeout: 3000, interval: 20 }).toBeCloseTo(before + order.orderTotal - 1.5, 2)

  const next = takings.getByRole('button', { name: 'The day after' })
  expect(await next.isDisabled()).toBe(true)
  const today = await takings.getByRole('status').innerText()
  await takings.getByRole('button', { name: 'The day before' }).focus()
  await press('Enter')
  await eventually(async () => takings.getByRole('status').innerText()).not.toBe(today)
  await next.focus()
  await press('Enter')
  await eventually(async () => takings.getByRole('status').innerText()).toBe(today)
  expect(complaints).toEqual([])
})

test('Today is another day after midnight, where nobody does anything, too', async () => {
  const zone = 'Europe/Copenhagen'
  const [day, next] = [1, 2].map((ahead) => localDate(new Date(Date.now() + ahead * 86_400_000), zone))
  const written = (date = '', dateStyle: 'full' | 'medium' = 'full'): string =>
    new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone: 'UTC' }).format(new Date(date))
  let ahead = momentAt(`${day}T23:59`, zone).getTime() - Date.now()
  const dataDir = await makeDemoDir()
  const clock = () => new Date(Date.now() + ahead)
  const core = await openCoreIn({ dataDir, consoleDir: CONSOLE_DIR, clock })
  const api = await core.listen(0)
  const program = await localProgram({ api, dataDir })
  const { order, paymentId } = await program.anOrder({ payment: 'Cash', shipping: null })
  await program.post(`/payments/${paymentId}/capture`, {})
  const { page, complaints } = await openPage(browser())
  await page.clock.install()
  await page.goto(`${api}${await core.consolePath('harbour')}`)
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  await page.goto(`${api}/#/today`)
  await page.getByText(written(day)).waitFor()
  const takings = page.getByRole('region', { name: 'Takings' })
  const taken = takings.getByText(`€${order.orderTotal.toFixed(2)}`).first()
  await taken.waitFor()

  ahead += 60_000
  await page.clock.fastForward(60_000)
  await page.getByText(written(next)).waitFor()
  await takings.getByText(written(next, 'medium')).waitFor()
  await taken.waitFor({ state: 'detached' })
  await takings.getByRole('button', { name: 'The day before' }).click()
  await taken.waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
  await core.close()
  await removeDataDir(dataDir)
})
