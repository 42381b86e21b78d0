import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { cutTexts } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
let goods: Product[]

beforeAll(async () => {
  goods = (await counter().program.products({ maxItems: 20 })).filter(({ barcode }) => barcode !== null)
})

const barcodeOf = (index: number): string => goods[index]?.barcode ?? ''
const quantity = (): Locator => counter().lines.first().getByRole('spinbutton')
const question = (): Locator => counter().page.getByRole('dialog', { name: /pieces\?$/ })
const hasFocus = async (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)
const scanField = (): Locator => counter().page.getByRole('combobox', { name: 'Scan, sku or name' })

/** Whether all of an element is within what scrolls it. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const seen = element.closest('.overflow-auto')?.getBoundingClientRect()
  return seen !== undefined && top >= seen.top && bottom <= seen.bottom
}

/** A new order of one line. */
async function oneLine(): Promise<{ quantities: () => Promise<number[]> }> {
  const { program, newOrder, lines } = counter()
  const cartId = await newOrder()
  await counter().scan(barcodeOf(0))
  await eventually(async () => lines.count()).toBe(1)
  return {
    quantities: async () => (await program.readCart(cartId)).orderLines.map((line) => line.quantity),
  }
}

/** Types into the quantity of the line, as a person does. */
async function typeQuantity(text: string): Promise<void> {
  await quantity().focus()
  await counter().press('Delete')
  await counter().page.keyboard.type(text, { delay: 100 })
}

describe('a quantity', () => {
  test('of many is asked about above what was opened meanwhile, and the keyboard stays there', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    await typeQuantity('120')
    await press('F7')
    const groups = page.getByRole('dialog', { name: 'Price group' })
    await groups.waitFor()
    const yes = question().getByRole('button', { name: /120/ })
    await yes.and(page.locator(':focus')).waitFor()
    // Whoever looks sees what is asked.
    await eventually(async () =>
      yes.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
    await question().locator('button[type="submit"]:not([aria-disabled])').waitFor()
    await press('Enter')
    await question().waitFor({ state: 'detached' })
    await eventually(quantities).toStrictEqual([120])
    await groups.locator(':focus').waitFor()
    await press('Escape')
    await groups.waitFor({ state: 'detached' })
  })

  test('is refused at its field where it is none, with Enter and on leaving it', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    for (const text of ['2,5', '2.5', '0', '', '1e3', '-1', '10000000', 'two']) {
      for (const leave of ['Enter', 'Shift+F8']) {
        await typeQuantity(text)
        await press(leave)
        const hint = page.getByRole('alert').filter({ hasText: 'A whole number from 1 to 1,000,000' })
        await hint.waitFor()
        expect(await quantity().getAttribute('aria-invalid'), text).toBe('true')
        expect(await quantity().inputValue()).toBe(text)
        if (leave === 'Enter') expect(await hasFocus(quantity()), text).toBe(true)
        // What is not settled keeps the order from being placed, and is where the keyboard goes.
        await press('F9')
        await eventually(async () => hasFocus(quantity())).toBe(true)
        await press('Escape')
        await hint.waitFor({ state: 'hidden' })
        expect(await quantity().inputValue(), text).toBe('1')
      }
      expect(await quantities(), text).toEqual([1])
    }
    await typeQuantity('12')
    await press('Enter')
    await eventually(quantities).toEqual([12])
    expect(await hasFocus(scanField())).toBe(true)
  })

  test('over 99 is asked for, and a scan says neither yes nor no', async () => {
    const { press } = counter()
    const { quantities } = await oneLine()
    await typeQuantity('120')
    await press('Enter')
    await question().waitFor()
    await question()
      .getByText(`120 × ${goods[0]?.name ?? ''}`)
      .waitFor()
    await counter().scan(barcodeOf(1))
    await counter().scan(barcodeOf(2), { end: 'Tab', gap: 50 })
    await eventually(quantities).toEqual([1, 1, 1])
    expect(await question().isVisible()).toBe(true)

    await press('Escape')
    await question().waitFor({ state: 'hidden' })
    await eventually(async () => hasFocus(quantity())).toBe(true)
    expect(await quantity().inputValue()).toBe('1')
    expect(await quantities()).toEqual([1, 1, 1])

    await typeQuantity('120')
    await press('Enter')
    await question().waitFor()
    await press('Enter')
    await eventually(quantities).toEqual([120, 1, 1])
    await eventually(async () => hasFocus(scanField())).toBe(true)
  })

  test('over 99 is not placed unasked by F9 out of its field', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    await typeQuantity('4006381333931')
    await press('F9')
    await page.getByRole('alert').filter({ hasText: 'A whole number' }).waitFor()
    await typeQuantity('500')
    await press('F9')
    await question().waitFor()
    expect(await page.getByText('A billing address is missing.').count()).toBe(1)
    await press('Escape')
    await question().waitFor({ state: 'hidden' })
    expect(await quantities()).toEqual([1])
  })

  test('is changed by the buttons and arrow keys beside it, never below 1', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    await page.getByRole('button', { name: `One more: ${goods[0]?.name ?? ''}` }).click()
    await eventually(quantities).toEqual([2])
    await quantity().focus()
    await press('ArrowUp', 'ArrowUp', 'Enter')
    await eventually(quantities).toEqual([4])
    await quantity().focus()
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
    await eventually(quantities).toEqual([1])
  })

  test('is changed twice by two clicks at one place, far from what was scanned last: nothing scrolls between them', async () => {
    const { page, newOrder, scan, lines } = counter()
    await page.setViewportSize({ width: 1360, height: 560 })
    await newOrder()
    for (const [index, { barcode }] of goods.slice(0, 12).entries()) {
      await scan(barcode ?? '')
      await eventually(async () => lines.count()).toBe(index + 1)
    }
    const last = lines.last()
    await eventually(async () => last.evaluate(isInSight)).toBe(true)
    const more = lines.first().getByRole('button', { name: /^One more/ })
    await more.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await more.boundingBox()) ?? {}
    for (const wanted of ['2', '3']) {
      await page.mouse.click(x + 4, y + 4)
      await eventually(async () => quantity().inputValue()).toBe(wanted)
    }

    // What is scanned once more comes into sight again.
    await scan(goods[11]?.barcode ?? '')
    await eventually(async () => last.getByRole('spinbutton').inputValue()).toBe('2')
    await eventually(async () => last.evaluate(isInSight)).toBe(true)
    await page.setViewportSize({ width: 1360, height: 860 })
  })
})

describe('an amount of many digits', () => {
  test('is whole on the screen, and so is the quantity that it comes of', async () => {
    const { core, goTo, page, program } = counter()
    const cartId = await program.aCart()
    const [product] = goods
    if (!product) throw new Error('The shop sells nothing.')
    const manager = await localProgram(core, 'staff price')
    await manager.addLine(cartId, product, { quantity: 1_000_000, price: 99_999.99 })
    for (const [width, height] of [
      [640, 700],
      [1024, 700],
      [1360, 860],
    ] as const) {
      await page.setViewportSize({ width, height })
      await goTo(`/carts/${cartId}`)
      await page.getByText('€124,999,990,000.00').last().waitFor()
      const cut = await cutTexts(page)
      expect(
        cut.filter((text) => text.includes('€')),
        String(width),
      ).toEqual([])
      const isCut = await quantity().evaluate((field) => field.scrollWidth > field.clientWidth)
      expect(isCut, `the quantity at ${width}`).toBe(false)
    }
  })

  test('stands in one line on the page of its order, as does what it is called', async () => {
    const { goTo, page, program } = counter()
    const placing = await program.aCartReadyToPlace({ quantities: [1_000_000] })
    expect((await program.post('/payments', placing)).status).toBe(200)
    await page.setViewportSize({ width: 1024, height: 700 })
    await goTo(`/orders/${placing.cartId}`)
    const lines = page.getByRole('table', { name: 'Lines' })
    for (const cell of [
      lines.getByRole('columnheader', { name: 'Quantity' }),
      lines.getByRole('cell', { name: '1000000', exact: true }),
    ]) {
      const count = await cell.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
      expect(count, await cell.innerText()).toBe(1)
    }
    await page.setViewportSize({ width: 1360, height: 860 })
  })
})

describe('a quantity before a code', () => {
  test('over 99 is asked for', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    await page.keyboard.type(`150*${barcodeOf(1)}`, { delay: 60 })
    await press('Enter')
    await question().waitFor()
    await press('Escape')
    await question().waitFor({ state: 'hidden' })
    await eventually(async () => hasFocus(scanField())).toBe(true)
    expect(await quantities()).toEqual([1])
    await page.keyboard.type('150*', { delay: 60 })
    await page.waitForTimeout(100)
    await counter().scan(barcodeOf(1))
    // A hand, which has read what is asked, and not what some scanners send behind their Enter.
    await question().getByRole('button', { name: 'Yes, 150', disabled: false }).waitFor()
    await press('Enter')
    await eventually(quantities).toEqual([1, 150])
  })

  test('over 99 is asked for again after a reload: of goods, then of a line', async () => {
    const { page, press } = counter()
    const { quantities } = await oneLine()
    await page.keyboard.type(`150*${barcodeOf(1)}`, { delay: 60 })
    await press('Enter')
    await question().waitFor()
    await page.reload()
    await question()
      .getByText(`150 × ${goods[1]?.name ?? ''}`)
      .waitFor()
    await press('Enter')
    await eventually(quantities).toEqual([1, 150])

    await typeQuantity('120')
    await press('Enter')
    await question().waitFor()
    await page.reload()
    await question()
      .getByText(`120 × ${goods[0]?.name ?? ''}`)
      .waitFor()
    await press('Escape')
    await question().waitFor({ state: 'hidden' })
    expect(await quantities()).toEqual([1, 150])
    await page.reload()
    await page.getByRole('table', { name: 'Goods' }).waitFor()
    expect(await question().count()).toBe(0)
  })

  test('is refused with a text where it is none', async () => {
    const { page } = counter()
    const { quantities } = await oneLine()
    for (const number of ['2,5', '0', '-1', '1e3', '10000000']) {
      await page.keyboard.type(`${number}*`, { delay: 60 })
      await page.waitForTimeout(100)
      await counter().scan(barcodeOf(1))
      await page
        .getByRole('alert')
        .filter({ hasText: `“${number}*${barcodeOf(1)}”: the quantity must be a whole number` })
        .waitFor()
      expect(await quantities(), number).toEqual([1])
    }
  })
})
