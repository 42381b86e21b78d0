import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()

const scanField = (): Locator => counter().page.getByRole('combobox', { name: 'Scan, sku or name' })
const nothingIsLeft = (): Locator =>
  counter().page.getByRole('status').filter({ hasText: 'Nothing was done here since this order was opened' })

/** A cart of four lines, the second with properties, a price and a tax rate of its own, on the screen. */
async function fourLines() {
  const { program, goTo, page, lines } = counter()
  const priced = await localProgram(counter().core, 'staff price')
  const cartId = await program.aCart()
  const goods = await program.products({ maxItems: 4 })
  await program.addLine(cartId, goods[0], { quantity: 3 })
  const ownLineId = await priced.addLine(cartId, goods[1], {
    quantity: 7,
    price: 1.25,
    customProperties: [{ key: 'engraving', value: 'For Ida' }],
  })
  await priced.patch(`/carts/${cartId}/lines/${ownLineId}`, { taxRate: 0.06 })
  await program.addLine(cartId, goods[2])
  await program.addLine(cartId, goods[3], { quantity: 2 })
  await goTo(`/carts/${cartId}`)
  await eventually(async () => lines.count()).toBe(4)
  await scanField().and(page.locator(':focus')).waitFor()
  const contents = async () =>
    (await program.readCart(cartId)).orderLines.map((line) => ({
      ...line,
      id: '',
      customProperties: line.customProperties.map(({ key, value }) => [key, value]),
    }))
  return { cartId, goods, contents }
}

const removeLine = async (index: number): Promise<void> => {
  const count = await counter().lines.count()
  await counter().lines.nth(index).getByRole('spinbutton').focus()
  await counter().press('Control+Delete')
  await eventually(async () => counter().lines.count()).toBe(count - 1)
  await eventually(async () => scanField().evaluate((field) => field === document.activeElement)).toBe(true)
}

describe('undo', () => {
  test('brings removed lines back to their places, as they were, the last one first', async () => {
    const { press, complaints } = counter()
    const { cartId, contents } = await fourLines()
    const before = await contents()
    await removeLine(1)
    await removeLine(0)
    await press('Control+z')
    await eventually(contents).toEqual([before[0], before[2], before[3]])
    await press('Control+z')
    await eventually(contents).toEqual(before)
    // Nothing is left to be brought back, which is said; so where one has been elsewhere meanwhile.
    await press('Control+z')
    await nothingIsLeft().waitFor()
    expect(await contents()).toEqual(before)
    await removeLine(1)
    const { goTo } = counter()
    await goTo('/orders')
    await counter().page.getByRole('heading', { name: 'Orders' }).waitFor()
    await goTo(`/carts/${cartId}`)
    await scanField().and(counter().page.locator(':focus')).waitFor()
    await press('Control+z')
    await nothingIsLeft().waitFor()
    expect(await contents()).toHaveLength(3)
    expect(complaints).toEqual([])
  })

  test('brings the line back while the scan field holds text, which stays', async () => {
    const { page, press } = counter()
    const { contents } = await fourLines()
    const before = await contents()
    await removeLine(2)
    await page.keyboard.type('mug', { delay: 60 })
    await press('Control+z')
    await eventually(contents).toEqual(before)
    expect(await scanField().inputValue()).toBe('mug')
  })

  test('takes every step back, one after the other, and does it again', async () => {
    const { page, press, scan, lines } = counter()
    const { contents, goods } = await fourLines()
    const before = await contents()
    await removeLine(2)
    const without = await contents()
    await scan(goods[2]?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(4)
    await eventually(async () => (await contents()).length).toBe(4)
    const scanned = await contents()
    await press('Control+z')
    await page
      .getByRole('status')
      .filter({ hasText: /^Taken back: .* added/ })
      .waitFor()
    await eventually(contents).toEqual(without)
    await press('Control+z')
    await eventually(contents).toEqual(before)
    await press('Control+y')
    await eventually(contents).toEqual(without)
    await press('Control+Shift+z')
    await page
      .getByRole('status')
      .filter({ hasText: /^Done again: / })
      .waitFor()
    await eventually(contents).toEqual(scanned)
  })

  test('undoes typing in a field where something is being typed, and lines in one where nothing is', async () => {
    const { page, press } = counter()
    const { contents } = await fourLines()
    const before = await contents()
    await removeLine(3)
    await press('Shift+F8')
    const note = page.getByRole('textbox', { name: 'Note for the order' })
    await page.keyboard.type('ab', { delay: 60 })
    await press('Control+z')
    expect(await note.inputValue()).not.toBe('ab')
    expect(await contents()).toHaveLength(3)
    await note.fill('')
    await counter().lines.first().getByRole('spinbutton').focus()
    await press('Control+z')
    await eventually(contents).toEqual(before)
  })
})
