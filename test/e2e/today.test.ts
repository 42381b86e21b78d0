import { expect, test } from 'vitest'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'

const counter = counterOfDemoShop()

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
