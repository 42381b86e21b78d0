import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import { AdjustedStock, StockLevel } from '../../core/stock/stock.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { forgetStockIn } from '../support/stock.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({}, async () => forgetStockIn(await makeDemoDir()))
let manager: Clerk
let mug: Product
let other: Product

const page = () => counter().page
const status = (text: string | RegExp): Locator => page().getByRole('status').filter({ hasText: text })
const scanField = (): Locator => page().getByRole('combobox', { name: 'Scan, sku or name' })
const suggested = (product: Product): Locator =>
  page()
    .getByRole('option')
    .filter({ hasText: product.variantSku ?? product.sku })

/** Counts goods. @returns the id of their stock */
async function count({ sku, variantSku }: Product, quantity: number): Promise<string> {
  const items = [{ sku, variantSku, quantity }]
  const { stock } = (await manager.post('/stock/movements', { kind: 'count', items })).ok(AdjustedStock)
  return stock[0]?.id ?? ''
}
const quantityOf = async (id: string): Promise<number> =>
  (await manager.get(`/stock/${id}`)).ok(StockLevel).quantity

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
  const goods = (await manager.products({ maxItems: 60 })).filter(
    ({ barcode, variantSku }) => barcode !== null && variantSku !== null,
  )
  const [first, second] = goods
  if (!first || !second) throw new Error('The demo sells nothing that can be scanned.')
  ;[mug, other] = [first, second]
})

describe('a shop that keeps no stock', () => {
  test('sees nothing of it: neither where goods are chosen, nor of a product, nor where they come back', async () => {
    const { goTo, program, complaints } = counter()
    const { order, paymentId } = await program.anOrder({ quantities: [1] })
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${order.id}`)
    await page().getByRole('button', { name: 'Refund' }).click()
    const dialog = page().getByRole('dialog', { name: 'Pay back' })
    await dialog.getByRole('spinbutton').fill('1')
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    await page().keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await goTo(`/products/${encodeURIComponent(mug.sku)}`)
    await page().getByRole('region', { name: 'For programs' }).waitFor()
    expect(await page().getByRole('region', { name: 'Stock', exact: true }).count()).toBe(0)

    await counter().newOrder()
    await page().keyboard.type(mug.variantSku ?? '', { delay: 120 })
    await suggested(mug).waitFor()
    expect(await page().getByRole('option').filter({ hasText: 'in stock' }).count()).toBe(0)
    await page().keyboard.press('Escape')
    expect(complaints).toEqual([])
  })
})

describe('a shop that keeps stock', () => {
  test('sees how many there are where goods are chosen, and is told of a scan that makes more than that', async () => {
    const { complaints, lines, newOrder, press, program, scan } = counter()
    await count(mug, 2)
    await count(other, 0)
    const cartId = await newOrder()
    await page().keyboard.type(mug.sku, { delay: 120 })
    await suggested(mug).filter({ hasText: '2 in stock' }).waitFor()
    expect(await accessibilityFaults(page())).toEqual([])
    await scanField().fill('')

    await scan(`2*${mug.barcode}`)
    await eventually(async () => lines.count()).toBe(1)
    expect(await status('in stock').count()).toBe(0)
    await scan(mug.barcode ?? '')
    await status(`${mug.name}: only 2 in stock by the count`).waitFor()
    await scan(other.barcode ?? '')
    await status(`${other.name}: none in stock by the count`).waitFor()
    expect(await accessibilityFaults(page())).toEqual([])
    // It stays where more is scanned, until it is true no more or has been seen.
    const quantity = lines.filter({ hasText: mug.variantSku ?? '' }).getByRole('spinbutton')
    await quantity.fill('2')
    await press('Enter')
    await status(mug.name).filter({ hasText: 'in stock' }).waitFor({ state: 'hidden' })
    await status(`${other.name}: none in stock`).getByRole('button').click()
    await status('in stock').waitFor({ state: 'hidden' })
    const { orderLines } = await program.readCart(cartId)
    expect(orderLines.map((line) => line.quantity)).toEqual([2, 1])
    expect(complaints).toEqual([])
  })

  test('is told of what an order that is opened again takes beyond what it has taken before', async () => {
    const { complaints, goTo, lines, program, scan } = counter()
    const id = await count(mug, 4)
    const placing = await program.aCartReadyToPlace({ quantities: [] })
    await program.addLine(placing.cartId, mug, { quantity: 3 })
    await program.post('/payments', placing)
    expect(await quantityOf(id)).toBe(1)

    await goTo(`/orders/${placing.cartId}`)
    await page().getByRole('button', { name: 'Reopen' }).click()
    const dialog = page().getByRole('dialog')
    await counter().press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const quantity = lines.getByRole('spinbutton')
    await scan(mug.barcode ?? '')
    await eventually(async () => quantity.inputValue()).toBe('4')
    expect(await status('in stock').count()).toBe(0)
    await scan(mug.barcode ?? '')
    await status(`${mug.name}: only 1 in stock by the count`).waitFor()
    expect(complaints).toEqual([])
  })

  test('sees on the page of a product how many there are of its variants, as they are sold', async () => {
    const { complaints, goTo, program } = counter()
    const id = await count(mug, 7)
    await manager.patch(`/stock/${id}`, { reorderPoint: 5 })
    const { names = {} } =
      (await manager.get(`/manage/products/${encodeURIComponent(mug.sku)}`))
        .ok(ManagedProduct)
        .variants.find((variant) => variant.id === id) ?? {}
    await goTo(`/products/${encodeURIComponent(mug.sku)}`)
    const row = page()
      .getByRole('region', { name: 'Stock', exact: true })
      .getByRole('listitem')
      .filter({ has: page().getByRole('link', { name: names['en-GB'] ?? '', exact: true }) })
    await row.getByText('7', { exact: true }).waitFor()
    expect(await row.getByText('Low').count()).toBe(0)
    expect(await row.getByRole('link').getAttribute('href')).toBe(`#/stock/${id}`)
    expect(await accessibilityFaults(page())).toEqual([])

    const placing = await program.aCartReadyToPlace({ quantities: [] })
    await program.addLine(placing.cartId, mug, { quantity: 3 })
    expect((await program.post('/payments', placing)).status).toBe(200)
    await row.getByText('4', { exact: true }).waitFor()
    await row.getByText('Low').waitFor()
    await count(mug, 0)
    await row.getByText('Out of stock').waitFor()
    expect(complaints).toEqual([])
  })

  test('puts goods that come back into the stock, but those that cannot be sold again', async () => {
    const { complaints, goTo, program } = counter()
    const id = await count(mug, 10)
    const placing = await program.aCartReadyToPlace({ quantities: [], payment: 'Card terminal' })
    await program.addLine(placing.cartId, mug, { quantity: 3 })
    await program.post('/payments', placing)
    const { payments } = await program.readOrder(placing.cartId)
    await program.post(`/payments/${payments[0]?.id}/capture`, {})
    expect(await quantityOf(id)).toBe(7)

    await goTo(`/orders/${placing.cartId}`)
    const dialog = page().getByRole('dialog', { name: 'Pay back' })
    const restock = dialog.getByRole('checkbox', { name: 'Back into stock' })
    async function refund(isSound: boolean): Promise<void> {
      await page().getByRole('button', { name: 'Refund', exact: true }).click()
      await dialog.getByRole('spinbutton').waitFor()
      // Money alone moves no goods.
      expect(await restock.count()).toBe(0)
      await dialog.getByRole('spinbutton').fill('1')
      await restock.waitFor()
      expect(await restock.isChecked()).toBe(true)
      if (!isSound) await restock.press('Space')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(isSound ? 'Too small' : 'Broken')
      await dialog.getByRole('button', { name: 'Refund' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await refund(true)
    expect(await quantityOf(id)).toBe(8)
    await refund(false)
    expect(await quantityOf(id)).toBe(8)
    const after = await program.readOrder(placing.cartId)
    const line = after.orderLines[0]
    expect(after.payments[0]?.refunded).toBeCloseTo(((line?.total ?? 0) / 3) * 2, 2)
    expect(complaints).toEqual([])
  })
})
