import type { Locator } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { clickTwice } from './click-twice.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'

const counter = counterOfDemoShop()

const options = (): Locator =>
  counter().page.getByRole('listbox', { name: 'Scan, sku or name' }).getByRole('option')
const chosen = (): Locator => counter().page.getByRole('option', { selected: true })

beforeEach(async () => {
  await counter().page.mouse.move(0, 0)
})

/** Rests the mouse where the second suggestion comes up, then lets words that fit several goods find them. */
async function suggestUnderMouse(words: string): Promise<string> {
  const { page } = counter()
  const cartId = await counter().newOrder()
  await page.keyboard.type(words, { delay: 60 })
  await options().nth(2).waitFor()
  const { x = 0, y = 0, width = 0, height = 0 } = (await options().nth(1).boundingBox()) ?? {}
  for (const _ of words) await page.keyboard.press('Backspace')
  await options().first().waitFor({ state: 'hidden' })
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.keyboard.type(words, { delay: 60 })
  await options().nth(2).waitFor()
  // The browser tells what the pointer lies on only now and then.
  await page.waitForTimeout(300)
  return cartId
}

describe('suggestions under a resting mouse', () => {
  test('are not chosen by it: Enter on words that fit several goods adds none of them', async () => {
    const { program, press, lines } = counter()
    const cartId = await suggestUnderMouse('apron')
    expect(await chosen().count()).toBe(0)
    await press('Enter')
    await options().nth(2).waitFor()
    await press('Enter')
    await options().nth(2).waitFor()
    expect(await chosen().count()).toBe(0)
    expect((await program.readCart(cartId)).orderLines).toEqual([])

    await press('ArrowDown', 'Enter')
    await eventually(async () => lines.count()).toBe(1)
  })

  test('are not chosen by a mouse that is pushed either, but by arrow keys and a click', async () => {
    const { page, program, press, lines } = counter()
    const cartId = await suggestUnderMouse('apron')
    const { x = 0, y = 0 } = (await options().nth(2).boundingBox()) ?? {}
    await page.mouse.move(x + 40, y + 8, { steps: 4 })
    expect(await chosen().count()).toBe(0)
    const first = (await options().first().innerText()).split('\n')[0]
    await press('ArrowDown', 'Enter')
    await eventually(async () => lines.count()).toBe(1)
    expect((await program.readCart(cartId)).orderLines[0]?.productName).toBe(first)

    await page.keyboard.type('apron', { delay: 60 })
    await options().nth(2).waitFor()
    const third = (await options().nth(2).innerText()).split('\n')[0]
    await options().nth(2).click()
    await eventually(async () => lines.count()).toBe(2)
    expect((await program.readCart(cartId)).orderLines.at(-1)?.productName).toBe(third)
  })

  test('are not chosen where it is a customer: Enter takes the first, as marked', async () => {
    const { page, press } = counter()
    await counter().newOrder()
    await press('F4')
    await page.keyboard.type('jo', { delay: 60 })
    const found = page.getByRole('listbox', { name: 'Find customer' }).getByRole('option')
    await found.nth(2).waitFor()
    const { x = 0, y = 0 } = (await found.nth(1).boundingBox()) ?? {}
    await page.keyboard.press('Backspace')
    await page.mouse.move(x + 30, y + 8)
    await page.keyboard.type('o', { delay: 60 })
    await found.nth(2).waitFor()
    await page.waitForTimeout(300)
    expect(await found.first().getAttribute('aria-selected')).toBe('true')
    expect(await chosen().count()).toBe(1)
  })
})

describe('a list of suggestions', () => {
  test('stays open, and the keyboard in its field, under a press beside them, as on the bar that scrolls it', async () => {
    const { page, complaints, newOrder } = counter()
    await newOrder()
    await page.keyboard.type('apron', { delay: 120 })
    await options().nth(2).waitFor()
    const list = page.getByRole('listbox', { name: 'Scan, sku or name' })
    const { x = 0, y = 0, height = 0 } = (await list.boundingBox()) ?? {}
    await page.mouse.click(x + 2, y + height / 2)
    await options().nth(2).click()
    await counter().lines.waitFor()
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).and(page.locator(':focus')).waitFor()
    expect(complaints).toEqual([])
  })

  test('takes a double click for one: what comes to lie under the hand then is not pressed', async () => {
    const { page, program, complaints, lines, newOrder, scan } = counter()
    const goods = (await program.products({ maxItems: 20 })).filter(({ barcode }) => barcode !== null)
    const scanNext = async (): Promise<void> => {
      const before = await lines.count()
      await scan(goods[before]?.barcode ?? '')
      await eventually(async () => lines.count()).toBe(before + 1)
    }
    await newOrder()
    for (let nth = 0; nth < 4; nth++) await scanNext()
    const remove = await lines.getByRole('button', { name: /^Remove/ }).all()
    const boxes = await Promise.all(remove.map(async (button) => button.boundingBox()))
    await page.keyboard.type('mug', { delay: 120 })
    await options().nth(4).waitFor()
    // Under one of them lies a button that removes a line.
    const places = await Promise.all((await options().all()).map(async (option) => option.boundingBox()))
    const over = places.findIndex((place) => {
      const middle = place ? place.y + place.height / 2 : 0
      return boxes.some((box) => box && middle > box.y && middle < box.y + box.height)
    })
    await clickTwice(options().nth(over), async () => eventually(async () => lines.count()).toBe(5))
    await page.getByRole('combobox', { name: 'Scan, sku or name' }).and(page.locator(':focus')).waitFor()
    // What is asked for later is done later.
    await scanNext()
    expect(await lines.count()).toBe(6)
    expect(complaints).toEqual([])
  })
})
